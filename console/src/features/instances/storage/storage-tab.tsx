import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { DOCS } from '../../../app/docs.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { disksOf } from '../parts.ts'
import { useCompute } from '../../../kinds/instance/use-compute.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { BootDiskMenu, OtherDiskMenu } from './disk-menus.tsx'
import { attachReason } from './disk-reasons.ts'
import { DiskTable } from './disk-table.tsx'
import type { Disk } from './use-disk-actions.tsx'

const AttachDiskDialog = lazyPart(() => import('../attach-disk-dialog.tsx'))
const CreateDiskPanel = lazyPart(() => import('./create-disk-panel.tsx'))

const bootMenu = (disk: Disk) => <BootDiskMenu disk={disk} />

/** Lists the boot disk and the additional disks of an instance. */
export function StorageTab() {
  const instance = useInstance()
  const { project, instance: name } = useInstancePath()
  const hotplug = useCompute()?.hotplug ?? false
  const { data } = useSuspenseQuery(disksOf({ project, instance: name }))
  const [open, setOpen] = useState<'attach' | 'create' | null>(null)
  const close = () => setOpen(null)
  const bootDisks = data.items.filter((disk) => disk.id === instance.bootDiskId)
  const others = data.items.filter((disk) => disk.id !== instance.bootDiskId)
  const [bootDisk] = bootDisks
  const otherMenu = useCallback((disk: Disk) => <OtherDiskMenu disk={disk} bootDisk={bootDisk} />, [bootDisk])

  const canAttach = attachReason(instance.runState, 'attach', hotplug) === null
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        canAttach
          ? [
              { label: 'Attach existing disk', onAction: () => setOpen('attach') },
              { label: 'Create disk', onAction: () => setOpen('create') },
            ]
          : [],
      [canAttach],
    ),
  )
  return (
    <>
      <Card title="Boot disk">
        <DiskTable
          label="Boot disk"
          project={project}
          disks={bootDisks}
          menu={bootMenu}
          empty={{ title: 'No boot disk set', body: <NoBootDisk others={others.length} /> }}
        />
      </Card>
      <Card
        title="Additional disks"
        actions={
          <>
            <Button
              variant="secondary"
              size="sm"
              changes
              onPress={() => setOpen('attach')}
              disabledReason={attachReason(instance.runState, 'attach', hotplug)}
            >
              Attach existing disk
            </Button>
            <Button
              size="sm"
              changes
              onPress={() => setOpen('create')}
              disabledReason={attachReason(instance.runState, 'create and attach', hotplug)}
            >
              Create disk
            </Button>
          </>
        }
      >
        <DiskTable
          label="Additional disks"
          project={project}
          disks={others}
          menu={otherMenu}
          empty={{ title: 'No other disks', body: 'Attach a disk to see it here' }}
        />
      </Card>
      <Suspense fallback={null}>
        {open === 'attach' && <AttachDiskDialog onClose={close} />}
        {open === 'create' && <CreateDiskPanel onClose={close} />}
      </Suspense>
    </>
  )
}

const NoBootDisk = ({ others }: { others: number }) => (
  <>
    {others === 0
      ? 'Attach a disk to set one. '
      : others === 1
        ? 'The instance boots from its only disk. '
        : 'Set one, unless the guest manages its own boot order. '}
    <a href={DOCS.storage} target="_blank" rel="noreferrer" className="text-accent underline">
      Learn more
    </a>
  </>
)
