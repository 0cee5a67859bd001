import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import type { ReactNode } from 'react'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { IfMissed, type Read } from '../../app/kit/pages/failed.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { IMAGE_DOCS } from '../image/docs.ts'
import { TagsField } from '../tags/tags-field.tsx'
import { FetchDialog } from './fetch-dialog.tsx'
import { FileFields } from './file-fields.tsx'
import { AddressFields, type Catalog, CatalogField, LabelFields, OriginField } from './origin-fields.tsx'
import { Opening } from './opening.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { RunningFetches } from './running-fetches.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useCatalog, useHasImages } from './use-catalog.ts'
import { useUploadForm } from './use-upload-form.ts'
import { FETCH_FIELDS } from './values.ts'

type ImageUploadProps = {
  project: string
  onDismiss: () => unknown
  /** Called with the ID or the name of the new image, when the user has seen that it is there. */
  onMade: (image: string) => unknown
  /** Shown above the fields. */
  children?: ReactNode
}

/**
 * The panel that makes an image of a project from a file, an address or the catalog. Opens when the server has said
 * whether it has a catalog: the choice that comes first would otherwise appear above the focused field. Users without
 * an image begin with the catalog.
 */
export function ImageUpload(props: ImageUploadProps) {
  const { images, read } = useCatalog()
  const hasImages = useHasImages(props.project)
  return images === undefined || hasImages === undefined ? (
    <Opening onDismiss={props.onDismiss} />
  ) : (
    <UploadPanel {...props} catalog={images} hasImages={hasImages} read={read} />
  )
}

type UploadPanelProps = ImageUploadProps & {
  catalog: Catalog | null
  hasImages: boolean
  /** Tells whether the catalog failed to load. */
  read: Read
}

function UploadPanel({ project, onDismiss, onMade, children, catalog, hasImages, read }: UploadPanelProps) {
  const upload = useUploadForm({ project, catalog, hasImages, onMade })
  const { form, origin, uploads, fetches, finished, submit } = upload
  // The upload can't continue with its temporary disk, which still exists for a moment.
  const cleaning = form.formState.isSubmitting && uploads.isCleaning
  return (
    <>
      <FormPanel
        keepsDraft
        form={form}
        title="Upload image"
        submitLabel={finished ? 'Done' : origin === 'file' ? 'Upload image' : 'Fetch image'}
        onDismiss={() => void onDismiss()}
        sends={origin !== 'file'}
        fields={FETCH_FIELDS}
        onSubmit={finished ? async ({ name }) => onMade(name) : submit}
      >
        {children}
        {cleaning && (
          <MessageBox title="The upload is cancelled">
            <span role="status">Deleting the temporary disk and snapshot.</span>
          </MessageBox>
        )}
        <p className="empty:hidden">
          <IfMissed what="Other sources of images" of={read} />
        </p>
        <SourceFields {...upload} project={project} catalog={catalog} cleaning={cleaning} />
        <RelevantDocs links={IMAGE_DOCS.links} />
      </FormPanel>
      {uploads.shown && (
        <ProgressDialog
          upload={uploads.shown}
          fileName={uploads.fileName}
          onDone={() => void onMade(form.getValues('name'))}
          onBack={uploads.back}
        />
      )}
      {fetches.extensions && fetches.shown && (
        <FetchDialog
          extensions={fetches.extensions}
          id={fetches.shown}
          onDone={fetches.finish}
          onBack={() => fetches.show(null)}
        />
      )}
    </>
  )
}

type SourceFieldsProps = ReturnType<typeof useUploadForm> & {
  project: string
  catalog: Catalog | null
  /** Whether the temporary disk of a cancelled upload is about to be deleted. */
  cleaning: boolean
}

/** What the image is made from, its name and its labels. */
function SourceFields({ project, catalog, cleaning, ...upload }: SourceFieldsProps) {
  const { form, origin, uploads, fetches, unfinished, goOnWith } = upload
  return (
    <>
      {!uploads.shown && !cleaning && (
        <UnfinishedUploads project={project} chosen={unfinished} onChoose={goOnWith} />
      )}
      {fetches.extensions && catalog && (
        <RunningFetches extensions={fetches.extensions} project={project} onShow={fetches.show} />
      )}
      {catalog && !unfinished && <OriginField form={form} />}
      {catalog && origin === 'catalog' && <CatalogField form={form} catalog={catalog} />}
      <Bound control={form.control} name="name" problem={(name) => nameProblem(name)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <TagsField control={form.control} />
      {origin !== 'catalog' && <LabelFields form={form} />}
      {origin === 'address' && <AddressFields form={form} />}
      {origin === 'file' && !unfinished?.isWhole && <FileFields form={form} unfinished={unfinished} />}
    </>
  )
}
