"use client";

import { cva } from "class-variance-authority";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { useReturnFocus } from "./return-focus";

export const Dialog = Radix.Root;

/** The layer between the page and whatever is open over it. */
export const overlayStyles = "fixed inset-0 z-40 animate-appear bg-overlay";

const panel = cva("fixed z-50 flex flex-col bg-surface text-text shadow-panel outline-none", {
  variants: {
    side: {
      // On a phone it comes from below and is as wide as the screen.
      centre:
        "inset-x-0 bottom-0 max-h-[calc(100dvh-2rem)] animate-appear rounded-t-lg sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg",
      left: "inset-y-0 left-0 w-[min(20rem,calc(100vw-3rem))] animate-slide-in",
      right: "inset-y-0 right-0 w-[min(28rem,100vw)] animate-appear",
    },
    size: { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" },
  },
  defaultVariants: { side: "centre", size: "md" },
});

export type DialogContentProps = {
  title: ReactNode;
  /** One sentence about what this is for; read out when it opens. */
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** `left` and `right` make it a drawer. */
  side?: "centre" | "left" | "right";
  /** The title stays for screen readers only. */
  titleHidden?: boolean;
  /** The close button is shown only when the keyboard reaches it: Escape and a click outside close too. */
  closeHidden?: boolean;
  className?: string;
  bodyClassName?: string;
  children?: ReactNode;
  /** Called when the dialog takes the focus; prevent its default to focus another element. */
  onOpenAutoFocus?: (event: Event) => void;
};

/** The panel of a dialog or drawer: it keeps the focus, Escape closes it, the page behind stays still. */
export function DialogContent(props: DialogContentProps) {
  const { title, description, footer, size, side, titleHidden, closeHidden, className, bodyClassName, children } =
    props;
  const t = useTranslations("ui");
  const focus = useReturnFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayStyles} />
      <Radix.Content
        className={cn(panel({ side, size }), className)}
        onOpenAutoFocus={(event) => {
          focus.onOpenAutoFocus();
          props.onOpenAutoFocus?.(event);
        }}
        onCloseAutoFocus={focus.onCloseAutoFocus}
        // Radix warns unless it gets an explicit undefined.
        {...(description ? {} : { "aria-describedby": undefined })}
      >
        <div className={titleHidden ? "sr-only" : "px-4 pt-4 pr-12 sm:pr-14 sm:pl-6"}>
          <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
          {description ? <Radix.Description className="mt-1 text-muted">{description}</Radix.Description> : null}
        </div>
        <div className={cn("min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6", bodyClassName)}>{children}</div>
        {footer ? (
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">
            {footer}
          </div>
        ) : null}
        {/* Last, so that the focus goes to the content first. */}
        <Radix.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("close")}
            className={cn("absolute top-3 right-3", closeHidden && "sr-only focus:not-sr-only focus:absolute")}
          >
            <X aria-hidden="true" />
          </Button>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
