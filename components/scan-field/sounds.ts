/** What a scan may sound like. */
export type Cue = "counted" | "refused" | "closed" | "complete" | "warning";

/** Hz and seconds, one after another. */
type Tone = { pitch: number; length: number; shape?: OscillatorType };

const TUNES: Record<Cue, readonly Tone[]> = {
  counted: [{ pitch: 1320, length: 0.07 }],
  refused: [
    { pitch: 150, length: 0.16, shape: "square" },
    { pitch: 120, length: 0.22, shape: "square" },
  ],
  closed: [
    { pitch: 784, length: 0.1 },
    { pitch: 1047, length: 0.14 },
  ],
  complete: [
    { pitch: 784, length: 0.1 },
    { pitch: 988, length: 0.1 },
    { pitch: 1319, length: 0.2 },
  ],
  warning: [
    { pitch: 620, length: 0.18, shape: "sawtooth" },
    { pitch: 440, length: 0.18, shape: "sawtooth" },
    { pitch: 620, length: 0.18, shape: "sawtooth" },
    { pitch: 440, length: 0.24, shape: "sawtooth" },
  ],
};

const GAP = 0.04;
const STORE = "sampan-bench-sound";
export type Sound = { isOn: boolean /** 0 to 1. */; volume: number };
const USUAL: Sound = { isOn: true, volume: 0.6 };

/** How loud this device is at the bench. */
export function rememberedSound(): Sound {
  const kept = localStorage.getItem(STORE);
  return kept ? (JSON.parse(kept) as Sound) : USUAL;
}

/** Remembers how loud this device is at the bench. */
export function rememberSound(sound: Sound): void {
  localStorage.setItem(STORE, JSON.stringify(sound));
}

let context: AudioContext | null = null;

/** Plays a cue at this device's volume. Without sound support nothing is lost: everything is written too. */
export function play(cue: Cue): void {
  const { isOn, volume } = rememberedSound();
  if (!isOn || volume <= 0 || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  // Browsers mute it until a key was pressed; every scan presses keys.
  if (context.state === "suspended") void context.resume();
  let at = context.currentTime;
  for (const { pitch, length, shape = "sine" } of TUNES[cue]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    // The ends fade: an abrupt one clicks.
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume * (shape === "sine" ? 0.5 : 0.2), at + 0.01);
    gain.gain.linearRampToValueAtTime(0, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length + GAP;
  }
}
