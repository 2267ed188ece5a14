import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "./cn";

const badge = cva("badge", {
  variants: {
    tone: {
      neutral: "bg-hover text-muted",
      ok: "bg-ok-tint text-ok",
      warn: "bg-warn-tint text-warn",
      bad: "bg-bad-tint text-bad",
      info: "bg-info-tint text-info",
    },
  },
  defaultVariants: { tone: "neutral" },
});

export type BadgeTone = NonNullable<VariantProps<typeof badge>["tone"]>;

/** A word on a tint, with an icon where the tint has a meaning: many people cannot tell tints apart. */
export function Badge({
  tone,
  icon,
  className,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cn(badge({ tone }), className)}>
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
