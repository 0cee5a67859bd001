import { labelProblem } from '@granary/domain/image-labels.ts'
import { DEMO_IMAGE_URL, imageUrlProblem } from '@granary/domain/image-urls.ts'
import { pastedChecksum } from '@granary/domain/checksums.ts'
import { pastedUrl } from '@granary/domain/pasted.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BlockSizeField } from '../disk/disk-fields.tsx'
import type { useCatalog } from './use-catalog.ts'
import {
  CATALOG_FIELDS,
  catalogValues,
  checksumFieldProblem,
  NO_VALUES,
  type UploadValues,
} from './values.ts'

type Form = { form: UseFormReturn<UploadValues> }
/** The images that the server proposes. */
export type Catalog = NonNullable<ReturnType<typeof useCatalog>['images']>

const ORIGINS = [
  { value: 'file', label: 'A file' },
  { value: 'address', label: 'A URL' },
  { value: 'catalog', label: 'The catalog' },
] as const

/** Clears what an image of the catalog filled in: it says nothing about a file or an address of the user's own. */
export function forgetCatalog(form: UseFormReturn<UploadValues>): void {
  const chosen = form.getValues('catalogImage')
  if (chosen === null) return
  if (form.getValues('name') === chosen) form.setValue('name', '')
  for (const field of CATALOG_FIELDS) form.setValue(field, NO_VALUES[field])
  form.clearErrors()
}

/** Chooses between a local file, an address and the catalog. */
export const OriginField = ({ form }: Form) => (
  <Bound control={form.control} name="origin">
    {(field) => (
      <RadioGroup
        {...field}
        label="Image from"
        orientation="horizontal"
        items={ORIGINS}
        onChange={(origin) => {
          field.onChange(origin)
          if (origin !== 'catalog') forgetCatalog(form)
        }}
      />
    )}
  </Bound>
)

/** Describes the content, for people and for the SSH command of instances. */
export const LabelFields = ({ form }: Form) => (
  <>
    <Bound control={form.control} name="os" problem={labelProblem('OS')}>
      {(field) => <TextField {...field} label="OS" required notPersonal />}
    </Bound>
    <Bound control={form.control} name="version" problem={labelProblem('Version')}>
      {(field) => <TextField {...field} label="Version" required notPersonal />}
    </Bound>
    <Bound control={form.control} name="blockSize">
      {(field) => <BlockSizeField {...field} />}
    </Bound>
  </>
)

/** The address of an image and its checksum. */
export const AddressFields = ({ form }: Form) => (
  <>
    <Bound control={form.control} name="url" problem={imageUrlProblem}>
      {(field) => (
        <TextField
          {...field}
          label="URL"
          tidy={pastedUrl}
          required
          notPersonal
          hint="Of a raw or qcow2 file. The server downloads it."
        />
      )}
    </Bound>
    <Bound control={form.control} name="checksum" problem={checksumFieldProblem}>
      {(field) => (
        <TextField
          {...field}
          label="Checksum"
          tidy={pastedChecksum}
          optional
          mono
          notPersonal
          hint="SHA-256 or SHA-512, or the URL of a list such as SHA256SUMS"
        />
      )}
    </Bound>
  </>
)

const originOf = (url: string): string =>
  url === DEMO_IMAGE_URL ? 'made on the server' : `from ${new URL(url).hostname}`

/** Chooses an image of the catalog, which fills in everything else. */
export function CatalogField({ form, catalog }: Form & { catalog: Catalog }) {
  const choose = (name: string) => {
    const image = catalog.find((each) => each.name === name)!
    const before = catalog.find((each) => each.name === form.getValues('catalogImage'))
    const named = form.getValues('name')
    // A name of the user's own stays.
    if (named === '' || named === before?.name) form.setValue('name', image.name, { shouldValidate: true })
    const values = catalogValues(image)
    for (const field of CATALOG_FIELDS) form.setValue(field, values[field])
  }
  return (
    <Bound control={form.control} name="catalogImage" problem={required('Cloud image')}>
      {(field) => (
        <Listbox
          {...field}
          label="Cloud image"
          required
          placeholder="Select a cloud image"
          items={catalog.map(({ name, os, version, architecture, defaultUser, url }) => ({
            value: name,
            label: `${os} ${version}`,
            description: `${architecture}, SSH user ${defaultUser}, ${originOf(url)}`,
          }))}
          onChange={choose}
        />
      )}
    </Bound>
  )
}
