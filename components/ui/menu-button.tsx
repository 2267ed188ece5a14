"use client";

import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from "react";

/** What a menu receives from its button; it places the trigger in a `DropdownMenuTrigger asChild`. */
export type MenuProps = {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A button whose menu is rendered only after the first click: a closed menu in each row would make a page slow. */
export function MenuButton<Props>({
  trigger,
  menu: Menu,
  props,
}: {
  trigger: ReactElement<ComponentProps<"button">>;
  menu: ComponentType<MenuProps & Props>;
  /** The menu's other props. */
  props: Props;
}) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  if (isOpen !== null) return <Menu trigger={trigger} open={isOpen} onOpenChange={setIsOpen} {...props} />;
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setIsOpen(true),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setIsOpen(true);
    },
  });
}
