"use client";

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  startTransition,
  useState,
} from "react";

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
  const change = (isOpen: boolean) => {
    // A menu is much to render: slow machines show the pressed button first.
    if (isOpen) startTransition(() => setIsOpen(true));
    else setIsOpen(false);
  };
  if (isOpen !== null) return <Menu trigger={trigger} open={isOpen} onOpenChange={change} {...props} />;
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => change(true),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      change(true);
    },
  });
}

/** Opens the menu of a button, as the arrow key does that opens it. */
export function openMenu(button: HTMLElement | null): void {
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
}
