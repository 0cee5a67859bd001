import { diskList } from '@granary/contract/generated/client.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ALL, apiQuery } from '../../../api/queries.ts'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { DiskForm } from '../../disks/disk-form.tsx'
import { ChooseDiskDialog } from '../attach-disk-dialog.tsx'
import type { ExtraDisk, InstanceValues } from './values.ts'

const nameOf = (disk: ExtraDisk): string => (disk.type === 'create' ? disk.body.name : disk.name)

/** Further disks, made with the instance or attached to it. Nothing is made before the whole form is sent. */
export function AdditionalDisks({ form, project }: { form: UseFormReturn<InstanceValues>; project: string }) {
  const [open, setOpen] = useState<'create' | 'attach' | null>(null)
  const disks = form.watch('disks')
  const existing =
    useQuery({ ...apiQuery(diskList, { query: { project, limit: ALL } }), throwOnError: false }).data
      ?.items ?? []
  const set = (next: ExtraDisk[]) => form.setValue('disks', next, { shouldDirty: true })
  const sizeOf = (disk: ExtraDisk) =>
    disk.type === 'create' ? disk.body.size : existing.find((one) => one.name === disk.name)?.size
  const taken = [...existing.map((disk) => disk.name), ...disks.map(nameOf), form.getValues('bootName')]
  return (
    <FormSection title="Additional disks">
      <MiniTable
        label="Disks"
        columns={[
          { header: 'Name', render: nameOf },
          {
            header: 'Action',
            render: (disk) => <Badge color={disk.type === 'create' ? 'default' : 'info'}>{disk.type}</Badge>,
          },
          { header: 'Size', render: (disk) => `${(sizeOf(disk) ?? 0) / GiB} GiB` },
        ]}
        rows={disks}
        rowKey={nameOf}
        removeLabel={(disk) => `Remove disk ${nameOf(disk)}`}
        onRemove={(disk) => set(disks.filter((one) => one !== disk))}
        empty={<EmptyState title="No disks" body="Add a disk to see it here" />}
      />
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" onPress={() => setOpen('create')}>
          Create new disk
        </Button>
        <Button variant="secondary" size="sm" onPress={() => setOpen('attach')}>
          Attach existing disk
        </Button>
      </div>
      {open === 'create' && (
        <DiskForm
          project={project}
          taken={taken}
          onDismiss={() => setOpen(null)}
          onSubmit={(body) => {
            set([...disks, { type: 'create', body }])
            setOpen(null)
          }}
        />
      )}
      {open === 'attach' && (
        <ChooseDiskDialog
          project={project}
          except={disks.map(nameOf)}
          onClose={() => setOpen(null)}
          onChosen={(name) => set([...disks, { type: 'attach', name }])}
        />
      )}
    </FormSection>
  )
}
