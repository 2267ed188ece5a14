// The part of fontkit that is used here; the package has no types.
declare module "fontkit" {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** fontkit's own cache of glyphs by id; see `server/documents/fonts.ts`. */
    _glyphs: Record<number, unknown>;
  }
  export function create(bytes: Uint8Array): Font;
}
