/**
 * The pages of one parcel's label in the PDF of all labels, where every parcel has the same number; all pages if the
 * PDF is for another number of parcels.
 */
export function pagesOfParcel(pages: number, parcels: number, parcel: number): number[] {
  const each = pages / parcels;
  const [first, count] = Number.isInteger(each) && parcel <= parcels ? [(parcel - 1) * each, each] : [0, pages];
  return Array.from({ length: count }, (_, index) => first + index + 1);
}
