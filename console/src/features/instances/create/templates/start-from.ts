import type { ItemOf } from '@granary/contract/call.ts'
import { diskList, imageView, ipPoolList } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form'
import { allQuery, apiQuery } from '../../../../api/queries.ts'
import { ApiError, messageOf } from '../../../../api/errors.ts'
import { addToast } from '../../../../ui/toast/toast-store.ts'
import type { InstanceValues } from '../values.ts'
import { valuesOfTemplate } from './template-values.ts'

export type Template = ItemOf<'instanceTemplateList'>
/** The template that the form was filled in from, and the parts of it that are not in the form. */
export type FilledFrom = { name: string; missing: string[] }

/** Fills the form in from a template. A toast says why it can't. */
export async function startFrom(
  client: QueryClient,
  project: string,
  form: UseFormReturn<InstanceValues>,
  template: Template,
  onFilled: (from: FilledFrom) => void,
): Promise<void> {
  try {
    const { values, missing } = await readValues(client, project, template)
    fillIn(form, values)
    onFilled({ name: template.name, missing })
  } catch (error) {
    addToast({ variant: 'error', title: 'Could not start from the template', content: messageOf(error) })
  }
}

function fillIn(form: UseFormReturn<InstanceValues>, values: Partial<InstanceValues>): void {
  for (const [field, value] of Object.entries(values))
    form.setValue(
      field as FieldPath<InstanceValues>,
      value as FieldPathValue<InstanceValues, FieldPath<InstanceValues>>,
      { shouldDirty: true },
    )
}

/** The image may be deleted, or hidden from the user. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && [403, 404].includes(error.statusCode)) return null
  throw error
}

async function readValues(client: QueryClient, project: string, { body }: Template) {
  const backend = body.bootDisk?.type === 'create' ? body.bootDisk.diskBackend : null
  const source = backend?.type === 'distributed' ? backend.diskSource : null
  const [pools, disks, image] = await Promise.all([
    client.fetchQuery(allQuery(ipPoolList, {})),
    client.fetchQuery(allQuery(diskList, { query: { project } })),
    source?.type === 'image'
      ? client.fetchQuery(apiQuery(imageView, { path: { image: source.imageId } })).catch(nullIfGone)
      : null,
  ])
  return valuesOfTemplate(body, { image, pools, disks: disks.map(({ name }) => name) })
}
