import { formatBytes } from '@granary/domain/numbers.ts'
import { diskList } from '@granary/contract/generated/client.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react'
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import type { Option } from '../../../ui/fields/options.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { imageOption, snapshotOption, useImages, useSnapshots } from '../../../kinds/disk/use-sources.ts'
import { ChosenList } from '../../../ui/fields/chosen-list.tsx'
import { allQuery } from '../../../api/queries.ts'
import { useMay } from '../../../app/permissions.ts'
import { isUntouched, offerDefault } from '../../../app/kit/forms/offer-default.ts'
import { fittingSize } from '../../../kinds/disk/source-size.ts'
import { BOOT_FIELDS, type BootSource, type InstanceValues } from './values.ts'
import type { Source } from './rules.ts'

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

type Chosen = Pick<InstanceValues, 'bootSource' | 'siloImage' | 'projectImage' | 'bootSnapshot'>

/** Everything in a project that a new instance could boot from. Each list is undefined while loading. */
export function useBootSources(project: string) {
  const images = useImages(project)
  const siloRefusal = useMay().ownSilo('list_contents')
  const snapshots = useSnapshots(project)
  const disks = useQuery({ ...allQuery(diskList, { query: { project } }), throwOnError: false }).data
  return useMemo(() => {
    const silo = images?.filter(({ projectId }) => projectId === null)
    const own = images?.filter(({ projectId }) => projectId !== null)
    const free = disks?.filter(({ state }) => diskActionAllowed('attach', state.state))
    const kinds: [BootSource, readonly { name: string; size: number }[] | undefined][] = [
      ['silo', silo],
      ['project', own],
      ['disk', free],
    ]
    const [kind, list] = kinds.find(([, some]) => some?.length) ?? ['blank' as const, undefined]
    const [one] = kind === 'disk' ? [] : (list ?? [])
    return {
      silo,
      /** Why the silo's images are not readable, as a sentence, or null. */
      siloRefusal,
      own,
      snapshots,
      disks,
      free,
      /** Whether every list is loaded and empty. */
      hasNothing: snapshots?.length === 0 && kinds.every(([, some]) => some?.length === 0),
      /** Whether the defaults of a new form can be determined. */
      isKnown: Boolean(images && disks),
      /** The default boot source of a new form, which determines the size. */
      first: { kind, source: one && { kind: 'image' as const, ...one } },
      /** The selection in the visible tab, if a disk is created from it. */
      chosen({ bootSource, siloImage, projectImage, bootSnapshot }: Chosen): Source | undefined {
        if (bootSource === 'snapshot') {
          const found = snapshots?.find(({ id }) => id === bootSnapshot)
          return found && { kind: 'snapshot', name: found.name, size: found.size }
        }
        const id = bootSource === 'silo' ? siloImage : bootSource === 'project' ? projectImage : null
        const found = images?.find((image) => image.id === id)
        return found && { kind: 'image', name: found.name, size: found.size }
      },
    }
  }, [images, siloRefusal, snapshots, disks])
}

export type BootSources = ReturnType<typeof useBootSources>

/**
 * Chooses the first tab with a boot source and a size that fits it, and preselects an image that is the only one, but no disk: it may
 * have data and be meant for another instance. The choices follow the lists until the user changes a field, so an image that was just uploaded counts once it is listed.
 * @param hasChosen whether the user has chosen a tab, which may be the one that was already selected.
 */
export function useBootDefaults(
  form: UseFormReturn<InstanceValues>,
  sources: BootSources,
  hasChosen: RefObject<boolean>,
): void {
  const { isKnown, first, silo, own } = sources
  useEffect(() => {
    if (!isKnown || hasChosen.current || !BOOT_FIELDS.every((name) => isUntouched(form, name))) return
    offerDefault(form, 'bootSource', first.kind)
    if (first.source) offerDefault(form, 'bootSize', fittingSize(null, first.source, false))
  }, [isKnown, first, form, hasChosen])
  useEffect(() => {
    const idOf = ({ id }: { id: string }) => id
    offerOnly(form, 'siloImage', silo?.map(idOf))
    offerOnly(form, 'projectImage', own?.map(idOf))
  }, [silo, own, form])
}

function offerOnly(
  form: UseFormReturn<InstanceValues>,
  name: 'siloImage' | 'projectImage',
  values: readonly string[] | undefined,
): void {
  // A preselected image stays when more are uploaded, and is cleared when it is deleted.
  if (!values || values.some((value) => value === form.getValues(name)) || !isUntouched(form, name)) return
  offerDefault(form, name, values.length === 1 ? values[0]! : null)
}
