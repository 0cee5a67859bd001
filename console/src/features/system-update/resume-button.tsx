import { systemUpdateRecoveryFinish } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { useMay } from '../../app/permissions.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

/** Tries a suspended update to a release again, after a question. */
export function ResumeButton({ version }: { version: string }) {
  const finish = useOperation(systemUpdateRecoveryFinish, { waits: true })
  const mayChange = useMay().fleet('modify')
  return (
    <Button
      variant="secondary"
      size="sm"
      disabledReason={mayChange ? undefined : 'Only admins of the fleet can resume the update'}
      onPress={() =>
        void confirm({
          title: 'Resume update',
          errorTitle: 'Error resuming the update',
          body: (
            <p>
              Update every component that does not run <Highlight>{version}</Highlight> to it, also one that
              was changed by hand?
            </p>
          ),
          action: async () => {
            await finish({ body: { systemVersion: version } })
            addToast({ content: 'Update resumed' })
          },
        })
      }
    >
      Resume update
    </Button>
  )
}
