import { diskList, snapshotCreate } from '@granary/contract/generated/client.ts'
import { snapshotReason } from '@granary/domain/disk-states.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { offerDefault } from '../../app/kit/forms/offer-default.ts'
import { QuotaLeft } from '../../app/kit/forms/quota-left.tsx'
import { useProject } from '../../app/route-params.ts'
import { useOperation } from '../../api/operate.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { SNAPSHOT_DOCS } from '../../kinds/snapshot/docs.ts'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'

/** The panel that creates a snapshot of a disk. */
export function SnapshotCreate() {
  const project = useProject()
  const navigate = useNavigate()
  const createSnapshot = useOperation(snapshotCreate)
  const form = useForm({
    defaultValues: { name: '', description: '', tags: '', disk: null as string | null },
  })
  const chosen = form.watch('disk')
  const all = useQuery({ ...allQuery(diskList, { query: { project } }), throwOnError: false }).data
  const disks = useMemo(
    () =>
      (all ?? []).filter(
        ({ state, diskType, readOnly }) => !snapshotReason({ state: state.state, type: diskType, readOnly }),
      ),
    [all],
  )
  const items = useMemo(
    () =>
      disks.map(({ name, size, state }) => ({
        value: name,
        label: name,
        description: `${formatBytes(size)}, ${state.state}`,
      })),
    [disks],
  )
  const only = disks.length === 1 ? disks[0]!.name : null
  useEffect(() => {
    if (only) offerDefault(form, 'disk', only)
  }, [form, only])
  const size = disks.find(({ name }) => name === chosen)?.size
  const toList = () => navigate({ to: '/projects/$project/snapshots', params: { project } })
  return (
    <FormPanel
      keepsDraft
      form={form}
      title="Create snapshot"
      onDismiss={() => void toList()}
      onSubmit={async ({ name, description, tags, disk }) => {
        const body = { name, description, tags: newTags(tags), disk: disk! }
        await createSnapshot({ query: { project }, body })
        saidOf('Snapshot', name, 'created')
        await toList()
      }}
    >
      <Bound control={form.control} name="name" problem={(name) => nameProblem(name)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TagsField control={form.control} />
      <Bound control={form.control} name="disk" problem={required('Disk')}>
        {(field) => (
          <Combobox
            {...field}
            label="Disk"
            placeholder="Select a disk"
            hint="Lists only disks that support snapshots: distributed, writable, and attached or detached."
            required
            isLoading={!all}
            items={items}
          />
        )}
      </Bound>
      <QuotaLeft requested={{ storage: size ?? 0 }} />
      <RelevantDocs links={SNAPSHOT_DOCS.links} />
    </FormPanel>
  )
}
