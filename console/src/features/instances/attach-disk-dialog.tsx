import type { ItemOf } from '@granary/contract/call.ts'
import { diskList, instanceDiskAttach } from '@granary/contract/generated/client.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'
import { UnreadChoices } from '../../app/kit/forms/unread-choices.tsx'
import { useOperation } from '../../api/operate.ts'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useInstance, useInstancePath } from './use-instance.ts'

type ChooseDiskDialogProps = {
  project: string
  onClose: () => void
  /** The dialog shows an error that it throws, and stays open. */
  onChosen: (disk: ItemOf<'diskList'>) => Promise<void> | void
  /** Disk names that are not offered. */
  except?: readonly string[]
  /** False inside the form of an instance, which attaches the disk. */
  sends?: boolean
}

const NONE: readonly string[] = []

/** Chooses one of the project's detached disks. */
export function ChooseDiskDialog({
  project,
  onClose,
  onChosen,
  except = NONE,
  sends = true,
}: ChooseDiskDialogProps) {
  const { data } = useQuery({ ...allQuery(diskList, { query: { project } }), throwOnError: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  // Filtering stays responsive with thousands of disks.
  const items = useMemo(
    () =>
      (data ?? [])
        .filter(({ name, state }) => diskActionAllowed('attach', state.state) && !except.includes(name))
        .map(({ name, size, diskType }) => ({
          value: name,
          label: name,
          description: `${formatBytes(size)} / ${diskType}`,
        })),
    [data, except],
  )

  const disk = data?.find(({ name }) => name === chosen)
  const isReady = () => {
    setMissing(!disk)
    return Boolean(disk)
  }
  const attach = async () => {
    if (!isReady() || !disk) return
    setPending(true)
    setErrors([])
    try {
      await onChosen(disk)
      onClose()
    } catch (error) {
      setErrors([messageOf(error)])
      setPending(false)
    }
  }
  return (
    <Dialog
      title="Attach disk"
      onClose={onClose}
      footerStart={sends && <ShowAs of={() => onChosen(disk!)} isReady={async () => isReady()} />}
      footer={
        <DialogButtons changes onCancel={onClose} loading={pending} onPress={() => void attach()}>
          Attach disk
        </DialogButtons>
      }
    >
      <ErrorBox errors={errors} className="mb-4" />
      <UnreadChoices className="mb-4">
        <Combobox
          label="Disk name"
          placeholder="Select a disk"
          items={items}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setMissing(false)
          }}
          isLoading={!data}
          error={missing ? 'Disk name is required' : undefined}
          required
        />
      </UnreadChoices>
    </Dialog>
  )
}

/** Attaches one of the project's detached disks to the instance of the page. */
export default function AttachDiskDialog({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const attach = useOperation(instanceDiskAttach, { waits: true })
  return (
    <ChooseDiskDialog
      project={project}
      onClose={onClose}
      onChosen={async ({ name }) => {
        const disk = await attach({
          path: { instance: instance.name },
          query: { project },
          body: { disk: name },
        })
        addToast({
          content: (
            <>
              Disk <Highlight>{disk.name}</Highlight> attached
            </>
          ),
        })
      }}
    />
  )
}
