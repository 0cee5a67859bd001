import { targetReleaseUpdate } from '@granary/contract/generated/client.ts'
import { compareVersions } from '@granary/domain/versions.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Status } from './queries.ts'

/** Returns the menu entry that makes a version the target, after a question. */
export function useSetTarget(status: Status | undefined): (version: string) => MenuAction {
  const update = useOperation(targetReleaseUpdate, { waits: true })
  const mayChange = useMay().fleet('modify')
  const target = status?.targetRelease?.version
  return (version) => {
    const reason =
      target === version
        ? 'Already set as target'
        : target !== undefined && compareVersions(version, target) < 0
          ? 'Cannot set older release as target'
          : mayChange
            ? undefined
            : 'Only admins of the fleet can set the target release'
    return {
      label: 'Set as target release',
      ...(reason && { disabledReason: reason }),
      onAction: () =>
        void confirm({
          title: 'Set target release',
          errorTitle: `Error setting target release to ${version}`,
          body: <Question version={version} needsSupport={status?.contactSupport ?? false} />,
          action: async () => {
            await update({ body: { systemVersion: version } })
            addToast({ content: 'Target release updated' })
          },
        }),
    }
  }
}

const Question = ({ version, needsSupport }: { version: string; needsSupport: boolean }) => (
  <>
    <p>
      Update the system to <Highlight>{version}</Highlight>? Sleds and switches are updated one after another.
    </p>
    {needsSupport && (
      <div className="mt-3">
        <MessageBox variant="error" title="The last update is not finished">
          The system needs help with it. A new target can make that harder: go on only if support says so.
        </MessageBox>
      </div>
    )}
  </>
)
