import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonStyles } from "./button";
import { cn } from "./cn";

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function LinkButton({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={cn(buttonStyles({ variant, size }), className)} {...rest} />;
}

/** A link within text. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn("rounded-xs font-semibold text-accent underline-offset-4 hover:underline", className)}
      {...rest}
    />
  );
}
