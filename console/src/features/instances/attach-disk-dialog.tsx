import { diskList, instanceDiskAttach } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { ALL, apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ErrorBox } from '../../ui/overlay/side-panel.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { refreshInstances } from './actions.tsx'
import { useInstance, useInstancePath } from './use-instance.ts'

type ChooseDiskDialogProps = {
  project: string
  onClose: () => void
  /** What it throws is shown, and the dialog stays. */
  onChosen: (name: string) => Promise<void> | void
  /** Names that are not offered. */
  except?: readonly string[]
}

/** Chooses one of the project's disks that no instance holds. */
export function ChooseDiskDialog({ project, onClose, onChosen, except = [] }: ChooseDiskDialogProps) {
  const { data } = useQuery({
    ...apiQuery(diskList, { query: { project, limit: ALL } }),
    throwOnError: false,
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const items = (data?.items ?? [])
    .filter((disk) => disk.state.state === 'detached' && !except.includes(disk.name))
    .map((disk) => ({ value: disk.name, label: disk.name }))

  const attach = async () => {
    if (!chosen) return setMissing(true)
    setPending(true)
    setErrors([])
    try {
      await onChosen(chosen)
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
      footer={
        <>
          <Button variant="secondary" size="sm" onPress={onClose}>
            Cancel
          </Button>
          <Button size="sm" loading={pending} onPress={() => void attach()}>
            Attach disk
          </Button>
        </>
      }
    >
      <ErrorBox errors={errors} className="mb-4" />
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
    </Dialog>
  )
}

/** Attaches one of the project's free disks to the instance of the page. */
export default function AttachDiskDialog({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const queryClient = useQueryClient()
  return (
    <ChooseDiskDialog
      project={project}
      onClose={onClose}
      onChosen={async (name) => {
        const disk = await request(instanceDiskAttach, {
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
        await Promise.all([
          refreshInstances(queryClient),
          queryClient.invalidateQueries({ queryKey: ['diskList'] }),
        ])
      }}
    />
  )
}
