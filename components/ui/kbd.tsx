import type { ComponentProps } from "react";

/** A key to press; hidden from screen readers in a button that says it by `aria-keyshortcuts`. */
export function Kbd({ children, ...props }: Pick<ComponentProps<"kbd">, "children" | "aria-hidden">) {
  return (
    <kbd {...props} className="key">
      {children}
    </kbd>
  );
}
