import {
  localIdpUserDelete,
  siloUserSecondFactorReset,
  userLogout,
} from '@granary/contract/generated/client.ts'
import { useCurrentUser } from '../../app/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { operate, useOperation } from '../../api/operate.ts'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { useDisableUser } from './disable-user.tsx'
import type { User } from './user.ts'

const NOT_LOCAL = 'The users of this silo come from its identity provider'
const NOT_ALLOWED = 'Only admins of the fleet and of this silo can change its users'
const NOT_OWN = 'Only admins of this silo itself can log its users out'

/** Returns the row menu of a user of the page's silo. */
export function useUserActions(setPassword: (user: User) => void): (user: User) => MenuEntry[] {
  const { silo, isOwn, may } = useSilo()
  const me = useCurrentUser()
  const deleteUser = useOperation(localIdpUserDelete, { waits: true })
  const logOut = useLogOut()
  const extensions = useExtensions()
  const reset = useResetSecondFactor(silo.name)
  const manages = may('modify_identities')
  const notChangeable = silo.identityMode !== 'local_only' ? NOT_LOCAL : !manages && NOT_ALLOWED
  const disable = useDisableUser(silo.name, !manages && NOT_ALLOWED)
  const remove = async (user: User) => {
    await deleteUser({ path: { userId: user.id }, query: { silo: silo.name } })
    addToast({
      content: (
        <>
          User <Highlight>{user.displayName}</Highlight> deleted
        </>
      ),
    })
  }
  return (user) => [
    { label: 'Set password', disabledReason: notChangeable, onAction: () => setPassword(user) },
    ...(extensions
      ? [{ label: 'Reset second factor', disabledReason: notChangeable, onAction: () => reset(user) }]
      : []),
    {
      label: 'Log out everywhere',
      disabledReason: isOwn ? !manages && NOT_ALLOWED : NOT_OWN,
      onAction: () => logOut(user),
    },
    ...(disable ? [disable(user)] : []),
    {
      label: 'Delete',
      danger: true,
      disabledReason: notChangeable,
      onAction: () =>
        void confirmDelete(
          'user',
          user.displayName,
          () => remove(user),
          user.id === me.id
            ? "This is you. Your sessions, access tokens and SSH keys are deleted too, and you can't sign in again."
            : "The user's sessions, access tokens, SSH keys and roles are deleted too. Resources the user created are kept.",
        ),
    },
  ]
}

/** Asks for confirmation, then ends every session and deletes every access token of a user. */
export function useLogOut(): (user: Pick<User, 'id' | 'displayName'>) => void {
  const me = useCurrentUser()
  const endSessions = useOperation(userLogout, { waits: true })
  return (user) =>
    void confirm({
      title: 'Log out everywhere',
      variant: 'danger',
      errorTitle: 'Could not log out the user',
      body: (
        <>
          <p>
            End all sessions of <Highlight>{user.displayName}</Highlight> and delete all of their access
            tokens?
          </p>
          {user.id === me.id && <p className="mt-2 text-text-muted">This is you: you must sign in again.</p>}
        </>
      ),
      action: async () => {
        await endSessions({ path: { userId: user.id } })
        addToast({
          content: (
            <>
              User <Highlight>{user.displayName}</Highlight> logged out everywhere
            </>
          ),
        })
      },
    })
}

/** Asks for confirmation, then removes the second factor of a user. They can then sign in without it. */
function useResetSecondFactor(silo: string): (user: User) => void {
  const extensions = useExtensions()
  const client = useQueryClient()
  return (user) =>
    void confirm({
      title: 'Reset second factor',
      variant: 'danger',
      errorTitle: 'Could not reset the second factor',
      body: (
        <>
          Remove the second factor of <Highlight>{user.displayName}</Highlight>? Do this only after you made
          sure that the user asked for it. Their sessions end, and their access tokens are deleted.
        </>
      ),
      action: async () => {
        const input = { path: { userId: user.id }, query: { silo } }
        if (extensions)
          await operate(client, extensions.call(siloUserSecondFactorReset), input, { waits: true })
        addToast({
          content: (
            <>
              Second factor of <Highlight>{user.displayName}</Highlight> reset
            </>
          ),
        })
      },
    })
}
