/** The query for the lists of a day; more than these are on no day of anybody. */
export function handOversOf(day: string) {
  return { day, limit: "100" };
}
