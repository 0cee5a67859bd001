import { supportBundleDelete } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import { pathTo } from '../../app/paths.ts'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { type Bundle, nameOf, useRefusal, zipUrl } from './bundle.tsx'

/** Returns the menu entries of a bundle. */
export function useBundleEntries() {
  const refusal = useRefusal()
  const remove = useRemoveBundle()
  return (bundle: Bundle): MenuAction[] => [
    {
      label: 'Download',
      reads: true,
      disabledReason: bundle.state === 'active' ? null : 'Only an active bundle can be downloaded',
      onAction: () => download(zipUrl(bundle)),
    },
    {
      label: 'Edit comment',
      href: pathTo('/system/support-bundles/$bundleId/edit', { bundleId: bundle.id }),
      disabledReason: refusal,
    },
    {
      label: bundle.state === 'collecting' ? 'Cancel' : 'Delete',
      danger: true,
      disabledReason: refusal ?? (bundle.state === 'destroying' ? 'It is being deleted already' : null),
      onAction: () => void remove(bundle),
    },
  ]
}

/** Returns a function that asks, and then deletes a bundle, or cancels one that is being collected. */
export function useRemoveBundle() {
  const remove = useOperation(supportBundleDelete, { waits: true })
  return (bundle: Bundle): Promise<boolean> => {
    const name = nameOf(bundle)
    const isRunning = bundle.state === 'collecting'
    const action = async () => {
      await remove({ path: { bundleId: bundle.id } })
      addToast({
        content: isRunning ? 'Collection of the support bundle cancelled' : 'Support bundle deleted',
      })
    }
    if (!isRunning)
      return confirmDelete(
        'support bundle',
        name,
        action,
        'Its files are deleted in the background. Copies that were downloaded stay.',
      )
    return confirm({
      title: 'Cancel support bundle',
      variant: 'danger',
      errorTitle: 'Could not cancel the support bundle',
      gone: 'The support bundle was not there any more',
      body: (
        <>
          Stop collecting <Highlight>{name}</Highlight>? What was collected so far is deleted, and another
          bundle can be created.
        </>
      ),
      action,
    })
  }
}

/** Saves what is at an address, under the name that the server gives it. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
