/**
 * Compares every glyph of a PDF with the same character drawn by a browser from the same font file: a glyph that a
 * subset lost still has its text and its place, but no ink.
 */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { makePdf } from "@/server/documents/pdf";
import { BROWSER } from "../browser";
import { missingPrograms, type Print, print, textOf } from "./printed";

const missing = missingPrograms([BROWSER]);
const isCi = Boolean(process.env.CI);
if (missing.length && isCi) {
  it("has the programs that print", () => {
    expect(missing).toEqual([]);
  });
} else if (missing.length) {
  console.warn(`The tests of printed glyphs are left out: ${missing.join(", ")} not installed.`);
}

const FONTS = {
  hk: "noto-sans-hk/*/NotoSansHK_*.ttf",
  latin: "noto-sans/*/NotoSans_*.ttf",
  sc: "noto-sans-sc/*/NotoSansSC_*.ttf",
  kr: "nanum-gothic/*/NanumGothic_*.ttf",
  thai: "noto-sans-thai/*/NotoSansThai_*.ttf",
  arabic: "noto-sans-arabic/*/NotoSansArabic_*.ttf",
  hebrew: "noto-sans-hebrew/*/NotoSansHebrew_*.ttf",
  emoji: "noto-emoji/*/NotoEmoji_*.ttf",
};
type Key = keyof typeof FONTS;
const WEIGHTS = { regular: "400Regular", bold: "700Bold" };
type Weight = keyof typeof WEIGHTS;

/** The text to draw, and the font that it must come from. */
const SAMPLES: readonly [Key, string][] = [
  ["hk", "嘅 咗 啲 喺 㗎 冇 嚟 佢 哋 邨 埗 涌 深 水 灣 龍 A g 8 & é ß ễ ạ さ カ ー 、 （ □ ①"],
  ["latin", "ą ę ś ć ź ż ğ ř ő Ђ ẽ̂ Łódź Žižka"],
  ["sc", "楼 陈 东 莞 广 门 车 桜 渋 々 买"],
  ["kr", "한 글 서 울 뷁 똠 강남구"],
  ["thai", "ก ที่ สุ้ น้ำ กรุงเทพ ปั๊ม"],
  ["arabic", "محمد شارع الله ١٢٣ لا پژ بِسْمِ"],
  ["hebrew", "שלום ירושלים ץ בְּרֵא"],
  ["emoji", "😀 🎁 ❤ 📦 🇭🇰 👍🏽"],
];
const cells = SAMPLES.flatMap(([font, words]) => words.split(" ").map((text) => ({ font, text })));

const COLUMNS = 8;
const CELL_MM = 26;
const DPI = 254;
const CELL = (CELL_MM * DPI) / 25.4;
/** Points in the PDF and dots on the page. */
const SIZE = { pt: 18, px: (18 / 72) * DPI };

/** The ink of one cell: how much, its box, and what share of it is in each field of a grid over the box. */
type Shape = { ink: number; width: number; height: number; grid: number[] };
const GRID = 6;

function shapeOf(dots: Uint8Array): Shape {
  const dark = (x: number, y: number) => 255 - (dots[y * CELL + x] ?? 255);
  let [left, right, top, bottom, ink] = [CELL, 0, CELL, 0, 0];
  for (let y = 0; y < CELL; y++)
    for (let x = 0; x < CELL; x++) {
      ink += dark(x, y) / 255;
      if (dark(x, y) < 96) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
  const grid = new Array<number>(GRID * GRID).fill(0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const field = Math.floor((y * GRID) / height) * GRID + Math.floor((x * GRID) / width);
      grid[field] = (grid[field] ?? 0) + dark(left + x, top + y) / 255 / ink;
    }
  return { ink, width, height, grid };
}

function cellOf({ width, dots }: Print, index: number): Uint8Array {
  const [left, top] = [(index % COLUMNS) * CELL, Math.floor(index / COLUMNS) * CELL];
  return Uint8Array.from(
    { length: CELL * CELL },
    (_, at) => dots[(top + Math.floor(at / CELL)) * width + left + (at % CELL)] ?? 255,
  );
}

/** The differences between two drawings of the same character. */
function faultsOf(ours: Shape, theirs: Shape): string[] {
  const moved = ours.grid.reduce((sum, share, at) => sum + Math.abs(share - (theirs.grid[at] ?? 0)), 0);
  return [
    theirs.ink < 20 ? "the browser drew nothing" : "",
    Math.abs(ours.ink / theirs.ink - 1) > 0.12 ? `ink ${ours.ink.toFixed(0)} for ${theirs.ink.toFixed(0)}` : "",
    Math.abs(ours.width - theirs.width) > 3 ? `${ours.width} dots wide for ${theirs.width}` : "",
    Math.abs(ours.height - theirs.height) > 3 ? `${ours.height} dots high for ${theirs.height}` : "",
    moved > 0.3 ? "another shape" : "",
  ].filter(Boolean);
}

/** The cells as the browser draws them. */
async function drawnByBrowser(weight: Weight): Promise<Uint8Array[]> {
  const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.route("http://fonts.test/**", (route) => {
      const key = new URL(route.request().url()).pathname.slice(1) as Key | "";
      return key
        ? route.fulfill({ path: join("node_modules/@expo-google-fonts", FONTS[key].replaceAll("*", WEIGHTS[weight])) })
        : route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
    });
    await page.goto("http://fonts.test/");
    const drawn = await page.evaluate(
      async ({ cells, fonts, side, size }) => {
        await Promise.all(
          fonts.map(async (font) => document.fonts.add(await new FontFace(font, `url(/${font})`).load())),
        );
        return cells.map(({ font, text }) => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [side, side];
          const context = canvas.getContext("2d") as CanvasRenderingContext2D;
          context.fillStyle = "white";
          context.fillRect(0, 0, side, side);
          context.fillStyle = "black";
          context.font = `${size}px ${font}`;
          context.direction = "ltr";
          context.fillText(text, side * 0.15, side * 0.6);
          const { data } = context.getImageData(0, 0, side, side);
          let dots = "";
          for (let at = 0; at < data.length; at += 4) dots += String.fromCharCode(data[at] ?? 255);
          return btoa(dots);
        });
      },
      { cells, fonts: Object.keys(FONTS), side: CELL, size: SIZE.px },
    );
    return drawn.map((dots) => Uint8Array.from(Buffer.from(dots, "base64")));
  } finally {
    await browser.close();
  }
}

describe.skipIf(missing.length > 0)("glyphs", () => {
  it.each(["regular", "bold"] as const)(
    "of %s weight are all there, as the font has them",
    async (weight) => {
      const pdf = await makePdf({ title: "Glyphs", date: new Date(0) }, [
        (pen) => {
          pen.page(COLUMNS * CELL_MM, Math.ceil(cells.length / COLUMNS) * CELL_MM);
          cells.forEach(({ text }, index) => {
            const [x, y] = [(index % COLUMNS) * CELL_MM, Math.floor(index / COLUMNS) * CELL_MM];
            pen.text(text, x + CELL_MM * 0.15, y + CELL_MM * 0.3, { weight, size: SIZE.pt });
          });
        },
      ]);
      const [page] = print(pdf, DPI);
      if (!page) throw new Error("no page");
      const ours = cells.map((_, index) => shapeOf(cellOf(page, index)));
      const theirs = (await drawnByBrowser(weight)).map(shapeOf);
      const wrong = cells.flatMap(({ font, text }, index) => {
        const faults = faultsOf(ours[index] as Shape, theirs[index] as Shape);
        return faults.length ? [`${font} ${text}: ${faults.join(", ")}`] : [];
      });
      expect(wrong).toEqual([]);
      // The comparison itself notices a lost glyph, and a different character.
      const blank = shapeOf(new Uint8Array(CELL * CELL).fill(255));
      expect(theirs.filter((shape) => faultsOf(blank, shape).length === 0)).toEqual([]);
      const others = theirs.filter((shape, at) => faultsOf(ours[(at + 1) % ours.length] as Shape, shape).length > 0);
      expect(others.length).toBeGreaterThan(0.9 * theirs.length);
    },
    60_000,
  );

  it("of every script can be copied out again", async () => {
    const lines = [
      "Łódź Nguyễn Thị Hạnh",
      "广东省东莞市 楼陈",
      "渋谷区さくら",
      "서울특별시 강남구",
      "深水埗嘅邨",
      "ที่อยู่",
      "שלום",
    ];
    const pdf = await makePdf({ title: "Text", date: new Date(0) }, [
      (pen) => {
        pen.page(100, 150);
        lines.forEach((line, index) => {
          pen.text(line, 5, 5 + index * 10, { weight: "bold", size: 12 });
        });
      },
    ]);
    const text = textOf(pdf);
    for (const line of lines) expect(text).toContain(line);
  });
});
