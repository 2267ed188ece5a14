"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { FiguresProps } from "./charts";
import { Waiting } from "./waiting";

const Charts = lazy(() => lazyPart(() => import("./charts")));

/** The charts of the home page: they and their figures are loaded when the reader scrolls to them. */
export function Figures(props: FiguresProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setIsSeen(true);
        seen.disconnect();
      },
      { rootMargin: "200px" },
    );
    if (ref.current) seen.observe(ref.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div ref={ref} className="@container min-h-80">
      {isSeen ? (
        <Suspense fallback={<Waiting />}>
          <Charts {...props} />
        </Suspense>
      ) : null}
    </div>
  );
}
