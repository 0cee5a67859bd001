import { formatBytes } from '@granary/domain/numbers.ts'
import type { ReactNode } from 'react'
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound, required } from '../../../app/kit/bound.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import type { Option } from '../../../ui/fields/options.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { imageOption, snapshotOption } from '../../../kinds/disk/use-sources.ts'
import { ChosenList } from './chosen-list.tsx'
import type { BootSources } from './use-boot-sources.ts'
import type { BootSource, InstanceValues } from './values.ts'

type BootSourceFieldProps = {
  form: UseFormReturn<InstanceValues>
  sources: BootSources
  /** The button that uploads an image without leaving the form. */
  upload: ReactNode
  onChosen: () => void
}

type Choice = {
  field: FieldPath<InstanceValues> & ('siloImage' | 'projectImage' | 'bootSnapshot' | 'bootDisk')
  label: string
  hint?: string
  placeholder: string
  nothing: { title: string; body: string; action?: ReactNode }
  items: Option[] | undefined
}

const SELECTION_GONE = 'The selection no longer exists or is in use. Choose another'
/** Whether the selection is still available. Another user may have deleted or attached it. */
const isThere = (value: unknown, items: Option[] | undefined): boolean =>
  !items || items.some((item) => item.value === value)

/** Chooses the image, snapshot or disk, or tells how to get one. Renders nothing for a blank disk. */
export function BootSourceField({ form, sources, upload, onChosen }: BootSourceFieldProps) {
  const source = useWatch({ control: form.control, name: 'bootSource' })
  if (source === 'blank') return null
  const { field: name, label, hint, placeholder, nothing, items } = choiceOf(source, upload, sources)
  return (
    <Bound
      key={source}
      control={form.control}
      name={name}
      problem={(value) => required(label)(value) ?? (isThere(value, items) ? null : SELECTION_GONE)}
    >
      {(field) =>
        items?.length === 0 ? (
          <ChosenList error={field.error} focus={field.ref}>
            <EmptyState {...nothing} />
          </ChosenList>
        ) : (
          <>
            <Combobox
              {...field}
              label={label}
              hint={hint}
              placeholder={placeholder}
              isLoading={!items}
              items={items ?? []}
              onChange={(chosen) => {
                field.onChange(chosen)
                onChosen()
              }}
              required
            />
            {source === 'project' && <div className="mt-2">{upload}</div>}
          </>
        )
      }
    </Bound>
  )
}

function choiceOf(source: Exclude<BootSource, 'blank'>, upload: ReactNode, sources: BootSources): Choice {
  switch (source) {
    case 'silo':
      return {
        field: 'siloImage',
        label: 'Image',
        placeholder: 'Select a silo image',
        nothing: {
          title: sources.siloRefusal ? "You can't see silo images" : 'No silo images found',
          body: sources.siloRefusal ?? 'Promote a project image to see it here',
        },
        items: sources.silo?.map(imageOption),
      }
    case 'project':
      return {
        field: 'projectImage',
        label: 'Image',
        placeholder: 'Select a project image',
        nothing: {
          title: 'No project images found',
          body: 'Upload an image to see it here',
          action: upload,
        },
        items: sources.own?.map(imageOption),
      }
    case 'snapshot':
      return {
        field: 'bootSnapshot',
        label: 'Snapshot',
        hint: 'The boot disk is a copy of the snapshot',
        placeholder: 'Select a snapshot',
        nothing: {
          title: 'No snapshots found',
          body: 'Create a snapshot of a disk in this project to see it here',
        },
        items: sources.snapshots?.map(snapshotOption),
      }
    case 'disk':
      return {
        field: 'bootDisk',
        label: 'Disk',
        hint: 'Disks that are not attached to an instance',
        placeholder: 'Select a disk',
        nothing: {
          title: 'No detached disks found',
          body: 'Only detached disks can be used as a boot disk',
        },
        items: sources.free?.map((disk) => ({
          value: disk.name,
          label: disk.name,
          description: `${formatBytes(disk.size)} / ${disk.diskType}`,
        })),
      }
  }
}
