import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PICKPACK_LOOK } from "@/components/pick-pack/pick-pack-badge";
import { STATUS_LOOK, StatusBadge } from "@/components/ui/status-badge";
import en from "@/lib/i18n/en.json";
import { LANGUAGES } from "@/lib/i18n/validation";
import zhHant from "@/lib/i18n/zh-Hant.json";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { render } from "../render";

const WORDS = { en: en.status, "zh-Hant": zhHant.status };

describe.each(LANGUAGES)("the badge of a status in %s", (language) => {
  it.each(ORDER_STATUSES)("is an icon, a word and a tint: %s", (status) => {
    render(<StatusBadge status={status} />, language);
    const badge = screen.getByText(WORDS[language][status]).parentElement;
    expect(badge?.querySelector("svg[aria-hidden=true]")).toBeInTheDocument();
    expect(badge?.className).toMatch(/\bbg-[a-z-]+\b/);
  });

  it("has a word of its own for each", () => {
    const words = Object.values(WORDS[language]);
    expect(new Set(words).size).toBe(ORDER_STATUSES.length);
    if (language === "zh-Hant") expect(words.join("")).toMatch(/^\p{Script=Han}+$/u);
  });
});

it("is amber for no state of an order: amber is for testing and for notes that stay in the house", () => {
  const looks = [...Object.entries(STATUS_LOOK), ...Object.entries(PICKPACK_LOOK)];
  expect(looks.filter(([, { tone }]) => tone === "warn")).toEqual([]);
  expect([STATUS_LOOK.PENDING_CONFIRM.tone, PICKPACK_LOOK.PICKPACK_PENDING_CONFIRM.tone]).toEqual([
    "neutral",
    "neutral",
  ]);
});

it("has an icon of its own for each status", () => {
  expect(new Set(Object.values(STATUS_LOOK).map(({ icon }) => icon)).size).toBe(ORDER_STATUSES.length);
});
