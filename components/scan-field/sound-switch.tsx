"use client";

import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { play, rememberedSound, rememberSound, type Sound } from "./sounds";

/** Whether the bench makes sounds on this device, and how loud. */
export function SoundSwitch() {
  const t = useTranslations("scanField.sound");
  // Only the device knows; the server renders the default.
  const [sound, setSound] = useState<Sound>({ isOn: true, volume: 0.6 });
  useEffect(() => setSound(rememberedSound()), []);

  function change(next: Sound) {
    setSound(next);
    rememberSound(next);
  }

  return (
    <div className="flex min-w-0 items-center gap-2">
      <Button
        aria-pressed={sound.isOn}
        className="h-11"
        onClick={() => {
          change({ ...sound, isOn: !sound.isOn });
          play("counted");
        }}
      >
        {sound.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        {t(sound.isOn ? "on" : "off")}
      </Button>
      <input
        type="range"
        min={0}
        max={100}
        step={10}
        aria-label={t("volume")}
        value={Math.round(sound.volume * 100)}
        disabled={!sound.isOn}
        onChange={(event) => change({ ...sound, volume: Number(event.target.value) / 100 })}
        onPointerUp={() => play("counted")}
        onKeyUp={() => play("counted")}
        className="h-11 w-28 min-w-0 accent-accent"
      />
    </div>
  );
}
