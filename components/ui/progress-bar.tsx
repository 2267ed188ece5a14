/** The progress of something that takes a while; the figures are next to it. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className="h-2 min-w-40 flex-1 appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
    />
  );
}
