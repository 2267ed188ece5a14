"use client";

import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from "react";

/** What a menu that comes with its first press is given; it places the trigger in a `DropdownMenuTrigger asChild`. */
export type LazyMenuProps = {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A button whose menu is loaded when it is reached for: menus weigh more than all else on a page of rows. */
export function LazyMenu<Props>({
  trigger,
  load,
  props,
}: {
  trigger: ReactElement<ComponentProps<"button">>;
  load: () => Promise<{ default: ComponentType<LazyMenuProps & Props> }>;
  /** What the menu takes besides. */
  props: Props;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<LazyMenuProps & Props> | null>(null);
  if (Menu) return <Menu trigger={trigger} open={isOpen} onOpenChange={setIsOpen} {...props} />;

  async function open() {
    // Without a network the menu does not come, and the button waits for the next press.
    const loaded = await load().catch(() => null);
    if (!loaded) return;
    setMenu(() => loaded.default);
    setIsOpen(true);
  }

  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void load().catch(() => null),
    onFocus: () => void load().catch(() => null),
    onClick: () => void open(),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      void open();
    },
  });
}
