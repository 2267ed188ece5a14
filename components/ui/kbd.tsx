import type { ComponentProps } from "react";

/** A key to press; hidden from screen readers in a button that says it by `aria-keyshortcuts`. */
export function Kbd({ children, ...props }: Pick<ComponentProps<"kbd">, "children" | "aria-hidden">) {
  return (
    <kbd
      {...props}
      className="inline-flex h-5 min-w-5 items-center justify-center rounded-xs border border-line bg-background px-1 font-sans text-xs text-muted"
    >
      {children}
    </kbd>
  );
}
