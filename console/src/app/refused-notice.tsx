import { accessList, policyView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../api/extensions.ts'
import { apiQuery, optionalQuery } from '../api/queries.ts'
import { MessageBox } from '../ui/message-box.tsx'
import { DOCS } from './docs.ts'
import { currentGroups, currentUser } from './session.ts'

/** Maximum number of admins that are named. */
const MAX_ADMINS = 5

/**
 * Explains why a page is refused, and the next step: a new user without groups needs a role, unless a misconfigured
 * identity provider sends no groups; a user with roles in projects only must know where those are.
 */
export default function RefusedNotice() {
  const user = useQuery({ ...currentUser, throwOnError: false }).data
  const groups = useQuery({ ...currentGroups, throwOnError: false }).data
  const access = useQuery(optionalQuery(useExtensions(), accessList, {})).data
  const policy = useQuery({ ...apiQuery(policyView, {}), throwOnError: false }).data
  if (!user || !groups || !policy) return null
  const admins = (access?.rows ?? [])
    .filter(({ grants }) => grants[0]?.roleName === 'admin')
    .flatMap(({ displayName }) => displayName ?? [])
    .slice(0, MAX_ADMINS)
  const who = [user.id, ...groups.items.map((group) => group.id)]
  if (policy.roleAssignments.some(({ identityId }) => who.includes(identityId))) return null
  return (
    <MessageBox variant="notice" className="mt-3 text-left">
      {groups.items.length === 0 ? (
        <>
          You have no role in this silo and belong to no group. Ask an administrator to give you a role. If
          you should be in a group, the identity provider of the silo is probably misconfigured (
          <a href={DOCS.identityProviders} target="_blank" rel="noreferrer" className="text-accent underline">
            docs
          </a>
          ).
        </>
      ) : (
        'Neither you nor your groups have a role in this silo.'
      )}
      {' A project in which you have a role is listed under Projects.'}
      {admins.length > 0 && ` Administrators of the silo: ${admins.join(', ')}.`}
    </MessageBox>
  )
}
