import type { ItemOf } from '@granary/contract/call.ts'
import { Badge } from '../../ui/badge.tsx'

type Silo = ItemOf<'siloList'>
export type IdentityMode = Silo['identityMode']

/** The sources of a silo's users, as options of its form. */
export const identityModes: readonly { value: IdentityMode; label: string; description: string }[] = [
  {
    value: 'saml_jit',
    label: 'SAML + JIT',
    description: 'Users and groups are created when a user first signs in at the identity provider',
  },
  {
    value: 'saml_scim',
    label: 'SAML + SCIM',
    description: 'The identity provider creates users and groups in advance. Users sign in there',
  },
  {
    value: 'local_only',
    label: 'Local only',
    description: 'Admins create users, who sign in with local passwords',
  },
]

/** Formats a mode: 'saml jit', 'saml scim' or 'local only'. */
export const IdentityModeBadge = ({ mode }: { mode: IdentityMode }) => (
  <Badge color="neutral">{mode.replaceAll('_', ' ')}</Badge>
)
