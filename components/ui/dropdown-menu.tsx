"use client";

import { Check, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { DropdownMenu as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

/** A menu of actions. It is not modal, because a modal menu would hide focusable content of the page. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}
/** Use it with `asChild` and a `Button`. */
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const itemStyles = cn(
  "relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm text-text no-underline outline-none select-none",
  "data-disabled:text-muted data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0",
);

/** The menu itself. */
export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={4}
        collisionPadding={8}
        align="end"
        {...rest}
        className={cn(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-appear overflow-y-auto rounded-md bg-surface p-1 text-text shadow-panel outline-none",
          className,
        )}
      />
    </Radix.Portal>
  );
}

/** One action. Use `asChild` with a link to make it navigate. */
export function DropdownMenuItem({
  tone = "normal",
  className,
  ...rest
}: ComponentProps<typeof Radix.Item> & { tone?: "normal" | "danger" }) {
  return <Radix.Item {...rest} className={cn(itemStyles, tone === "danger" && "text-bad", className)} />;
}

type RowItemProps = { icon: LucideIcon; className?: string; children: ReactNode };

/** An action with its icon. */
export function MenuAction({
  icon: Icon,
  children,
  ...rest
}: RowItemProps & Pick<ComponentProps<typeof DropdownMenuItem>, "tone" | "disabled" | "onSelect">) {
  return (
    <DropdownMenuItem {...rest}>
      <Icon aria-hidden="true" />
      {children}
    </DropdownMenuItem>
  );
}

/** A link with its icon. */
export function MenuLink({ icon: Icon, href, className, children }: RowItemProps & { href: string }) {
  return (
    <DropdownMenuItem asChild className={className}>
      <Link href={href} prefetch={false}>
        <Icon aria-hidden="true" />
        {children}
      </Link>
    </DropdownMenuItem>
  );
}

/** An item that is on or off. */
export function DropdownMenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem {...rest} className={cn(itemStyles, "pl-8", className)}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden="true" className="text-accent" />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

/** One of several, in a `DropdownMenuRadioGroup`. */
export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...rest} className={cn(itemStyles, "pl-8", className)}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden="true" className="text-accent" />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

/** The name of a group of actions. */
export function DropdownMenuLabel({
  className,
  ...rest
}: Pick<ComponentProps<"div">, "id" | "className" | "children">) {
  return <Radix.Label {...rest} className={cn("px-2 py-1 text-xs text-muted", className)} />;
}

/** Actions with a name. */
export function DropdownMenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <Radix.Group aria-labelledby={id}>
      <DropdownMenuLabel id={id}>{label}</DropdownMenuLabel>
      {children}
    </Radix.Group>
  );
}

/** A line between groups. */
export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
