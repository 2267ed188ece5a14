import { blockRows } from "./label-blocks";
import type { LabelContent } from "./label-content";
import { barcodeRow, destinationRow, headerRow, lineRow, marksRows, measuresRow, orderRow } from "./label-rows";
import type { Row } from "./layout";
import type { Pen } from "./pdf";

/** The bands of an international label, as high together as the room: country and postcode first, for sorting, then customs. */
export function internationalRows(pen: Pen, content: LabelContent, width: number, room: number): Row[] {
  const { code, names, postcode } = content.country;
  const above = [
    headerRow(pen, content),
    barcodeRow(pen, content),
    destinationRow(pen, code, [names, ...(postcode ? [postcode] : [])], 12),
  ];
  const between = [
    measuresRow(pen, content),
    lineRow(pen, `內容 CONTENTS  ${content.contents}`, `申報價值 VALUE  ${content.value}`, { height: 5.5, max: 8.5 }),
    ...marksRows(pen, content),
  ];
  const below = [orderRow(pen, content)];
  const fixed = [...above, ...between, ...below].reduce((sum, { height }) => sum + height, 0);
  const { to, from, remarks } = blockRows(pen, content, width, room - fixed);
  return [...above, to, from, ...between, remarks, ...below];
}
