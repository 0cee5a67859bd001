import { useSilo } from '../../kinds/silo/use-silo.ts'

/** Returns why the current user may not create a user in the silo of the page, or null. */
export function useCreateRefusal(): string | null {
  const { silo, may } = useSilo()
  if (silo.identityMode !== 'local_only') return 'The users of this silo come from its identity provider'
  return may('modify_identities') ? null : 'Only admins of the fleet and of this silo can create users'
}
