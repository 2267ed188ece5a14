import { type Kysely, sql } from "kysely";
import type { Step } from "./step";

const STATEMENTS = [
  // Name, mobile and address of a party, without what people write differently; null where one of them is missing. The
  // book and the orders are compared by it.
  `create function party_key(party jsonb) returns text language sql immutable parallel safe as $$
    select case when party ->> 'name' <> '' and party ->> 'mobile' <> '' and party ->> 'address' <> '' then
      md5(regexp_replace(lower(normalize(
        concat_ws(E'\\n', btrim(party ->> 'name'), regexp_replace(party ->> 'mobile', '\\D', '', 'g'),
          btrim(party ->> 'address'), nullif(btrim(party ->> 'address_line_2'), ''),
          nullif(btrim(party ->> 'address_line_3'), '')), NFKC)), '[ \\t]+', ' ', 'g')) end
  $$`,
  `create table addresses (
    account_id bigint not null references accounts (id),
    environment text not null check (environment in ('testing', 'production')),
    id text not null,
    kind text not null check (kind in ('recipient', 'sender')),
    label text,
    party jsonb not null,
    ship_type text not null check (ship_type in ('local', 'intl')),
    country text,
    district text,
    delivery_code text,
    party_key text,
    mobile_key text,
    place_key text,
    search_text text not null,
    search text[] not null,
    use_count bigint not null default 0,
    last_used_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    primary key (account_id, environment, id)
  )`,
  `create index addresses_recent on addresses
    (account_id, environment, kind, coalesce(last_used_at, created_at) desc, id desc)`,
  `create index addresses_of_party on addresses (account_id, environment, kind, party_key) where party_key is not null`,
  `create index addresses_search on addresses using gin (search)`,
  // How many orders have a party. Neither this nor the changes have a foreign key: they are figures of orders, which
  // have one, and go with the last of them.
  `create table address_uses (
    account_id bigint not null,
    environment text not null,
    kind text not null,
    party_key text not null,
    uses bigint not null,
    last_used_at timestamptz,
    primary key (account_id, environment, kind, party_key)
  )`,
  `create index address_uses_none on address_uses (environment) where uses <= 0`,
  `create table address_changes (
    account_id bigint not null,
    environment text not null,
    order_id bigint not null,
    kind text not null,
    before_key text,
    after_key text,
    used_at timestamptz not null
  )`,
  `create index address_changes_of on address_changes (environment)`,
  `create table address_counting (environment text primary key, counted_to bigint not null)`,
  `create function note_party_change() returns trigger language plpgsql as $$
    begin
      insert into address_changes (account_id, environment, order_id, kind, before_key, after_key, used_at)
      select new.account_id, new.environment, new.id, k.kind, party_key(k.before), party_key(k.after), new.created_at
      from (values ('sender', old.sender, new.sender), ('recipient', old.recipient, new.recipient))
        k (kind, before, after)
      where party_key(k.before) is distinct from party_key(k.after);
      return null;
    end
  $$`,
  `create trigger orders_party_changed after update of sender, recipient on orders for each row
    when (old.sender is distinct from new.sender or old.recipient is distinct from new.recipient)
    execute function note_party_change()`,
];

/** The address book, and what counts how often its addresses are used. */
export const addresses: Step = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
