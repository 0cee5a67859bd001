import { imageCreate, snapshotView } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { offerDefault } from '../../app/kit/forms/offer-default.ts'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { DescriptionField, NameField, TextField } from '../../ui/fields/text-field.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { useSource } from '../../kinds/disk/use-source.ts'
import { useSourceDisk } from '../../kinds/snapshot/use-source-disk.ts'
import { IMAGE_DOCS } from '../../kinds/image/docs.ts'
import { TagsField } from '../../kinds/tags/tags-field.tsx'
import { newTags } from '../../kinds/tags/tag-text.ts'
import { labelProblem } from '@granary/domain/image-labels.ts'

const route = getRouteApi('/authenticated/projects/$project/snapshots-list/snapshots/$snapshot/images-new')

const NO_SOURCE = { imageId: null, snapshotId: null }

/** The panel that creates an image from a snapshot, in the same project. */
export function ImageFromSnapshot() {
  const { project, snapshot } = route.useParams()
  const source = useView(apiQuery(snapshotView, { path: { snapshot }, query: { project } }))
  const navigate = useNavigate()
  const createImage = useOperation(imageCreate)
  const form = useForm({
    defaultValues: { name: source.name, description: '', tags: '', os: '', version: '' },
  })
  const { disk } = useSourceDisk({ id: source.diskId, project })
  const origin = useSource(disk ?? NO_SOURCE, project)
  const labels = origin.kind === 'image' ? origin.image : null
  useEffect(() => {
    if (labels) for (const field of ['os', 'version'] as const) offerDefault(form, field, labels[field])
  }, [form, labels])
  const toList = () => navigate({ to: '/projects/$project/snapshots', params: { project } })
  return (
    <FormPanel
      keepsDraft
      form={form}
      title="Create image from snapshot"
      submitLabel="Create image"
      onDismiss={() => void toList()}
      onSubmit={async ({ tags, ...values }) => {
        const body = { ...values, tags: newTags(tags), source: { type: 'snapshot' as const, id: source.id } }
        await createImage({ query: { project }, body })
        saidOf('Image', values.name, 'created', {
          link: { text: 'View images', href: pathTo('/projects/$project/images', { project }) },
        })
        await toList()
      }}
    >
      <PropertiesTable>
        <Property label="Snapshot">
          <TruncatedText text={source.name} />
        </Property>
        <Property label="Project">{project}</Property>
        <Property label="Size">
          <ByteSize bytes={source.size} />
        </Property>
      </PropertiesTable>
      <Bound control={form.control} name="name" problem={(name) => nameProblem(name)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TagsField control={form.control} />
      <Bound control={form.control} name="os" problem={labelProblem('OS')}>
        {(field) => <TextField {...field} label="OS" required notPersonal />}
      </Bound>
      <Bound control={form.control} name="version" problem={labelProblem('Version')}>
        {(field) => <TextField {...field} label="Version" required notPersonal />}
      </Bound>
      <RelevantDocs links={IMAGE_DOCS.links} />
    </FormPanel>
  )
}
