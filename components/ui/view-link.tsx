"use client";

import type { ComponentProps } from "react";

/** A link that changes what the page shows; with a key held, or another button, the browser opens it by itself. */
export function ViewLink({
  href,
  onPress,
  ...rest
}: Omit<ComponentProps<"a">, "onClick"> & { href: string; onPress: () => void }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onPress();
      }}
    />
  );
}
