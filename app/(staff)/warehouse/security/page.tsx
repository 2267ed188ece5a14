import { type Props, StaffSecurity } from "../../staff-security";

export { generateMetadata } from "../../staff-security";

/** Where people of the warehouse look after their own sign-in. */
export default function WarehouseSecurityPage({ searchParams }: Props) {
  return <StaffSecurity part="warehouse" searchParams={searchParams} />;
}
