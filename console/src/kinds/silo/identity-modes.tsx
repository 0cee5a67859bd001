import type { ItemOf } from '@granary/contract/call.ts'
import { Badge } from '../../ui/badge.tsx'

type Silo = ItemOf<'siloList'>
export type IdentityMode = Silo['identityMode']

/** Where the users of a silo come from, in the words of its form. */
export const identityModes: readonly { value: IdentityMode; label: string; description: string }[] = [
  {
    value: 'saml_jit',
    label: 'SAML + JIT',
    description: 'Users and groups are made when somebody first signs in at the identity provider',
  },
  {
    value: 'saml_scim',
    label: 'SAML + SCIM',
    description: 'The identity provider makes users and groups ahead of time; they sign in there',
  },
  {
    value: 'local_only',
    label: 'Local only',
    description: 'Administrators make users, who have passwords here',
  },
]

/** 'saml jit', 'saml scim' or 'local only'. */
export const IdentityModeBadge = ({ mode }: { mode: IdentityMode }) => (
  <Badge color="neutral">{mode.replaceAll('_', ' ')}</Badge>
)
