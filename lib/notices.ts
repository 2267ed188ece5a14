/**
 * What people of an account can be notified of, by mail and in the dashboard; those who have chosen nothing get what
 * their role gets. `isFixed`: owners always get the mail, because it tells of changes to their account that others made.
 */
export const NOTICE_KINDS = {
  order_short: { mail: ["owner"], in_app: ["owner", "member"], isFixed: false },
  order_message: { mail: ["owner", "member"], in_app: ["owner", "member"], isFixed: false },
  endpoint_disabled: { mail: ["owner"], in_app: ["owner", "member"], isFixed: false },
  many_errors: { mail: ["owner"], in_app: ["owner", "member"], isFixed: false },
  points_closed: { mail: ["owner"], in_app: ["owner", "member"], isFixed: false },
  order_adjusted: { mail: ["owner"], in_app: ["owner", "member"], isFixed: false },
  account_changed: { mail: ["owner"], in_app: ["owner"], isFixed: true },
} as const satisfies Record<
  string,
  { mail: readonly ("owner" | "member")[]; in_app: readonly ("owner" | "member")[]; isFixed: boolean }
>;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

/** How a person is notified of one kind. */
export type Choice = { mail: boolean; in_app: boolean };

/** What a person of this role gets of a kind, given what was chosen for them, if anything. */
export function noticeChoice(role: "owner" | "member", kind: NoticeKind, chosen?: Partial<Choice>): Choice {
  const { mail, in_app, isFixed } = NOTICE_KINDS[kind];
  const usual = (roles: readonly string[]) => roles.includes(role);
  return {
    mail: (isFixed && role === "owner") || (chosen?.mail ?? usual(mail)),
    in_app: chosen?.in_app ?? usual(in_app),
  };
}
