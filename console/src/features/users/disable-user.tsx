import { siloUserDisable, siloUserEnable } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { operate } from '../../api/operate.ts'
import { useCurrentUser } from '../../app/session.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { User } from './user.ts'

/** Returns the menu entry that disables or enables a user; null on a server without extensions. */
export function useDisableUser(
  silo: string,
  notAllowed: string | false,
): ((user: User) => MenuAction) | null {
  const client = useQueryClient()
  const extensions = useExtensions()
  const me = useCurrentUser()
  if (!extensions) return null
  const change = async (user: User, what: 'disabled' | 'enabled') => {
    const call = extensions.call(what === 'disabled' ? siloUserDisable : siloUserEnable)
    await operate(client, call, { path: { userId: user.id }, query: { silo } }, { waits: true })
    addToast({
      content: (
        <>
          User <Highlight>{user.displayName}</Highlight> {what}
        </>
      ),
    })
  }
  return (user) =>
    user.status === 'disabled'
      ? {
          label: 'Enable',
          disabledReason: notAllowed,
          onAction: () =>
            void confirm({
              title: 'Enable user',
              errorTitle: 'Could not enable user',
              body: (
                <p>
                  <Highlight>{user.displayName}</Highlight> can sign in again, with the same roles and groups.
                </p>
              ),
              action: () => change(user, 'enabled'),
            }),
        }
      : {
          label: 'Disable',
          danger: true,
          disabledReason: notAllowed || (user.id === me.id && "You can't disable yourself"),
          onAction: () =>
            void confirm({
              title: 'Disable user',
              variant: 'danger',
              errorTitle: 'Could not disable user',
              body: (
                <>
                  <p>
                    <Highlight>{user.displayName}</Highlight> can't sign in until you enable them again. Their
                    sessions end, and their access tokens are deleted.
                  </p>
                  <p className="mt-2 text-text-muted">Their roles, groups and resources stay.</p>
                </>
              ),
              action: () => change(user, 'disabled'),
            }),
        }
}
