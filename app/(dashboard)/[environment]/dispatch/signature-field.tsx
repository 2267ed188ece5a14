"use client";

import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { type PointerEvent, useRef, useState } from "react";
import { useFormField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldGroup } from "@/components/ui/field";
import { SIGNATURE, type Strokes, signatureText } from "@/lib/signature";

type Point = readonly [number, number];

/** Where a pointer is in the box. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent<Element>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most);
  return [within((clientX - left) / width, SIGNATURE.width), within((clientY - top) / height, SIGNATURE.height)];
}

/** A box to sign in, with a finger, a pen or a mouse. */
export function SignatureField({ name, title }: { name: string; title: string }) {
  const t = useTranslations("dispatch.handOver");
  const field = useFormField<string>(name);
  const [strokes, setStrokes] = useState<Strokes>([]);
  const isDrawing = useRef(false);

  function draw(next: Strokes) {
    setStrokes(next);
    const text = signatureText(next);
    // A longer one would be refused: it ends here.
    if (text.length <= SIGNATURE.max) field.change(text);
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    draw([...strokes, [placeOf(event)]]);
  }

  function go(event: PointerEvent<SVGSVGElement>) {
    if (!isDrawing.current) return;
    const last = strokes.at(-1) ?? [];
    const [x, y] = placeOf(event);
    const [beforeX = -1, beforeY = -1] = last.at(-1) ?? [];
    // Points that a pen cannot tell apart are one.
    if (Math.hypot(x - beforeX, y - beforeY) < 4) return;
    draw([...strokes.slice(0, -1), [...last, [x, y]]]);
  }

  return (
    <FieldGroup id={field.id} label={title} error={field.error}>
      <div className="relative">
        <svg
          role="img"
          aria-label={t(strokes.length > 0 ? "drawn" : "undrawn")}
          viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
          className={cn(
            "w-full touch-none rounded-md border bg-white text-black",
            field.error ? "border-bad" : "border-control",
          )}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={() => {
            isDrawing.current = false;
          }}
          onPointerCancel={() => {
            isDrawing.current = false;
          }}
        >
          {strokes.map((points, index) => (
            <polyline
              // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added
              key={index}
              points={[...points, ...(points.length === 1 ? points : [])].join(" ")}
              fill="none"
              stroke="currentColor"
              strokeWidth={5}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ))}
        </svg>
        {strokes.length > 0 ? (
          <Button size="sm" className="absolute top-2 right-2" onClick={() => draw([])}>
            <Eraser aria-hidden="true" />
            {t("clear")}
          </Button>
        ) : null}
      </div>
      <p className="text-xs text-muted">{t("signatureHint")}</p>
    </FieldGroup>
  );
}
