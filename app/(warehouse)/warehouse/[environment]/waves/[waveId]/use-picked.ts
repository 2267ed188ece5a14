"use client";

import { useEffect, useState } from "react";

const STORE = "sampan-wave-";

function remembered(waveId: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE + waveId) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    // What somebody else wrote there counts for nothing.
    return [];
  }
}

/** The lines of a wave's pick list that are picked, kept in this window: a reload on the way loses nothing. */
export function usePicked(waveId: string) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());

  // Only the window knows; the server writes the page without.
  useEffect(() => setPicked(new Set(remembered(waveId))), [waveId]);

  function keep(next: ReadonlySet<string>) {
    setPicked(next);
    sessionStorage.setItem(STORE + waveId, JSON.stringify([...next]));
  }

  return {
    has: (key: string) => picked.has(key),
    toggle: (key: string) => {
      const next = new Set(picked);
      if (!next.delete(key)) next.add(key);
      keep(next);
    },
    clear: () => keep(new Set()),
  };
}
