"use client";

import type { ReactNode } from "react";
import { Dialog, DialogContent } from "../ui/dialog";

/** The navigation of small screens. */
export default function NavigationDrawer({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent side="left" title={title} titleHidden bodyClassName="p-0 sm:p-0">
        {children}
      </DialogContent>
    </Dialog>
  );
}
