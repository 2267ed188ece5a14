"use client";

import { FileUp } from "lucide-react";
import { useState } from "react";
import { cn } from "./cn";

/** Where a file is dropped or chosen. `accept`: what the browser offers, as an input of files takes it. */
export function FileBox({
  title,
  hint,
  accept,
  isBusy,
  onFile,
}: {
  title: string;
  hint: string;
  accept: string;
  isBusy: boolean;
  onFile: (file: File) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !isBusy) onFile(file);
      }}
      className={cn(
        "flex min-h-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-lg border border-dashed border-control px-4 py-6 text-center",
        "focus-within:outline-2 focus-within:outline-accent hover:bg-hover",
        isOver && "border-accent bg-accent-tint",
      )}
    >
      <FileUp aria-hidden="true" className="size-6 text-muted" />
      <span className="font-semibold">{title}</span>
      <span className="text-muted">{hint}</span>
      <input
        type="file"
        accept={accept}
        disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows the same file, now corrected, to be chosen again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
