import { type FleetRole, fleetRoles, strongest } from './roles.ts'

type Mapped = Readonly<Record<string, readonly string[]>>

/**
 * Returns the strongest fleet role that anyone in a silo has or can get without the fleet's consent.
 * @param mapped the silo's map from its roles to fleet roles: an admin of the silo can grant each of them.
 * @param assigned the fleet roles that its users and groups have directly.
 */
export const fleetReach = (mapped: Mapped, assigned: readonly string[]): FleetRole | null =>
  strongest(fleetRoles, [...Object.values(mapped).flat(), ...assigned])

/**
 * Returns the strongest fleet role that a user may get through an identity provider or a SCIM token.
 * @param limit the limit that its maker, or an admin of the fleet, gave it.
 * @param mapped the silo's map from its roles to fleet roles: every admin of the silo has these already.
 */
export const federatedPower = (limit: FleetRole | null, mapped: Mapped): FleetRole | null =>
  fleetReach(mapped, limit ? [limit] : [])

/** Returns the weaker of two fleet roles; null is none at all. */
export const weakerFleetRole = (one: FleetRole | null, other: FleetRole | null): FleetRole | null =>
  one && other && fleetRoles[Math.max(fleetRoles.indexOf(one), fleetRoles.indexOf(other))]!

/** Why an operation needs a fleet role that the resource's own permissions don't. */
export type PowerReason = 'everyone' | 'user' | 'group' | 'silo_role' | 'grants'

const REASONS: Record<PowerReason, string> = {
  everyone: 'users or groups of this silo have it or can get it',
  user: 'this user has it',
  group: 'this group has it',
  silo_role: 'this role in the silo grants it',
  grants: "you can't grant a stronger fleet role than your own",
}

/** Returns the refusal of a caller who lacks a fleet role: the needed role, and the reason. */
export const powerRefusal = (needed: FleetRole, reason: PowerReason): string =>
  `you need the fleet role "${needed}" for this: ${REASONS[reason]}`
