"use client";

import { useEffect, useRef, useState } from "react";
import { useFailureToast } from "@/components/ui/failure-toast";
import { drawPage, type PdfDocument, pageSize, textOfPage } from "./pdf-pages";

const PADDING = 16;

/**
 * One page of a PDF on its sheet, as large as its window times `zoom`; its text is there for people who cannot see it.
 */
export function PdfPage({
  pdf,
  number,
  zoom,
  label,
}: {
  pdf: PdfDocument;
  number: number;
  zoom: number;
  label: string;
}) {
  const area = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  const showFailure = useFailureToast();

  useEffect(() => {
    const { current } = area;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth - 2 * PADDING, height: current.clientHeight - 2 * PADDING }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!room || room.width <= 0) return;
    let isOld = false;
    (async () => {
      const size = await pageSize(pdf, number);
      const width = Math.min(room.width, (room.height * size.width) / size.height) * zoom;
      const canvas = await drawPage(pdf, number, width * window.devicePixelRatio);
      const pageText = await textOfPage(pdf, number);
      if (isOld) return;
      canvas.style.width = `${width}px`;
      canvas.setAttribute("aria-hidden", "true");
      sheet.current?.replaceChildren(canvas);
      setText(pageText);
      // Going to another page starts at its top.
      area.current?.scrollTo({ top: 0 });
    })().catch((error) => !isOld && showFailure(error));
    return () => {
      isOld = true;
    };
  }, [pdf, number, zoom, room, showFailure]);

  return (
    <section
      ref={area}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto bg-hover focus-visible:outline-offset-[-2px]"
    >
      <div className="flex min-h-full w-max min-w-full items-center justify-center p-4">
        <div ref={sheet} className="bg-white shadow-panel" />
      </div>
      <p className="sr-only">{text}</p>
    </section>
  );
}
