import { formatBytes } from '@granary/domain/numbers.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { Suspense, useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { QuotaLeft } from '../../../app/kit/forms/quota-left.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { DiskTypeBadge } from '../../../kinds/disk/type-badge.tsx'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { ChooseDiskDialog } from '../attach-disk-dialog.tsx'
import { disksProblem } from './rules.ts'
import type { BootSources } from './boot-source.tsx'
import { type ExtraDisk, type InstanceValues, nameOfDisk, newStorageOf, sizeOfDisk } from './values.ts'

const DiskForm = lazyPart(async () => ({
  default: (await import('../../../kinds/disk/disk-form.tsx')).DiskForm,
}))

type AdditionalDisksProps = { form: UseFormReturn<InstanceValues>; project: string; sources: BootSources }

const COLUMNS = [
  { header: 'Name', render: nameOfDisk },
  {
    header: 'Action',
    render: ({ type }: ExtraDisk) => <Badge color={type === 'create' ? 'default' : 'neutral'}>{type}</Badge>,
  },
  {
    header: 'Type',
    render: (disk: ExtraDisk) => (
      <DiskTypeBadge type={disk.type === 'create' ? disk.body.diskBackend.type : disk.diskType} />
    ),
  },
  { header: 'Size', render: (disk: ExtraDisk) => formatBytes(sizeOfDisk(disk)) },
]

/** Additional disks, created with the instance or attached to it. Nothing is created before the form is submitted. */
export function AdditionalDisks({ form, project, sources }: AdditionalDisksProps) {
  const { control, getValues, setValue, formState } = form
  const [open, setOpen] = useState<'create' | 'attach' | null>(null)
  const [disks, bootSource, bootDisk, bootName] = useWatch({
    control,
    name: ['disks', 'bootSource', 'bootDisk', 'bootName'],
  })
  const add = (disk: ExtraDisk) => {
    set([...getValues('disks'), disk])
    setOpen(null)
  }
  const set = (next: ExtraDisk[]) =>
    setValue('disks', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const existing = sources.disks ?? []
  const bootNames = bootSource === 'disk' ? [] : [bootName].filter(Boolean)
  const except = useMemo(
    () => [...disks.map(nameOfDisk), ...(bootSource === 'disk' && bootDisk ? [bootDisk] : [])],
    [disks, bootSource, bootDisk],
  )
  const isFull = disks.length + 1 >= MAX_DISKS_PER_INSTANCE
  const full = isFull && `An instance may have ${MAX_DISKS_PER_INSTANCE} disks, the boot disk among them`
  return (
    <FormSection title="Additional disks">
      <Bound control={control} name="disks" problem={(_, values) => disksProblem(values)}>
        {({ error, ref }) => (
          <ChosenList error={error} focus={ref}>
            <MiniTable
              label="Disks"
              columns={COLUMNS}
              rows={disks}
              rowKey={nameOfDisk}
              removeLabel={(disk) => `Remove disk ${nameOfDisk(disk)}`}
              onRemove={(disk) => set(disks.filter((one) => one !== disk))}
              empty={<EmptyState title="No disks" body="Add a disk to see it here" />}
            />
          </ChosenList>
        )}
      </Bound>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabledReason={full} onPress={() => setOpen('create')}>
          Create new disk
        </Button>
        <Button variant="secondary" size="sm" disabledReason={full} onPress={() => setOpen('attach')}>
          Attach existing disk
        </Button>
      </div>
      <StorageQuota form={form} />
      {open === 'create' && (
        <Suspense fallback={null}>
          <DiskForm
            sends={false}
            project={project}
            taken={[...existing.map(({ name }) => name), ...disks.map(nameOfDisk), ...bootNames]}
            onDismiss={() => setOpen(null)}
            onSubmit={(body) => add({ type: 'create', body })}
          />
        </Suspense>
      )}
      {open === 'attach' && (
        <ChooseDiskDialog
          sends={false}
          project={project}
          except={except}
          onClose={() => setOpen(null)}
          onChosen={({ name, size, diskType }) => add({ type: 'attach', name, size, diskType })}
        />
      )}
    </FormSection>
  )
}

/** Shows the total storage of the new disks and the remaining quota. */
function StorageQuota({ form: { control } }: { form: UseFormReturn<InstanceValues> }) {
  const [bootSource, bootSize, disks] = useWatch({ control, name: ['bootSource', 'bootSize', 'disks'] })
  const storage = newStorageOf({ bootSource, bootSize, disks })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-text-muted tabular-nums">
        New storage with the boot disk: {formatBytes(storage)}
      </p>
      <QuotaLeft requested={{ storage }} consequence="The instance would not be created." />
    </div>
  )
}
