import { systemUpdateRepositoryUpload } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { MAX_RELEASE_BYTES, releaseFileNameProblem } from '@granary/domain/releases.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { makeStale } from '../../api/operate.ts'
import { sendFile } from '../../api/send-file.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useRefusal } from './refusal.ts'

/** The panel that uploads a release. Leaving it cancels the upload. */
export function ReleaseUpload() {
  const navigate = useNavigate()
  const { send, sent } = useReleaseUpload()
  const form = useForm<{ file: File | null }>({ defaultValues: { file: null } })
  const size = form.watch('file')?.size ?? 0
  return (
    <FormPanel
      form={form}
      title="Upload release"
      refusal={useRefusal()}
      sends={false}
      onDismiss={() => void navigate({ to: '/system/update' })}
      onSubmit={async ({ file }) => {
        const { repo, status } = await send(file!)
        addToast({
          content: (
            <>
              Release <Highlight>{repo.systemVersion}</Highlight>{' '}
              {status === 'inserted' ? 'uploaded' : 'was uploaded before'}
            </>
          ),
        })
        await navigate({ to: '/system/update', replace: true })
      }}
    >
      <p className="text-sm">
        A release is one zip file, signed by its publisher. The server takes it if one of the trust roots
        vouches for it.
      </p>
      <Bound control={form.control} name="file" problem={problemOf}>
        {(field) => <FileField {...field} label="File of the release" accept=".zip" required />}
      </Bound>
      {sent !== null && (
        <div className="text-sm">
          <p role="status" className="mb-2">
            {sent < size
              ? `${formatBytes(sent)} of ${formatBytes(size)} sent`
              : 'The server checks the release.'}
          </p>
          <ProgressBar label="Sent" percent={size > 0 ? Math.trunc((sent / size) * 100) : 100} />
        </div>
      )}
    </FormPanel>
  )
}

function problemOf(file: File | null): string | null {
  if (!file) return 'File is required'
  if (file.size > MAX_RELEASE_BYTES) return `Must have at most ${formatBytes(MAX_RELEASE_BYTES)}`
  const problem = releaseFileNameProblem(file.name)
  return problem && `Its name ${problem}`
}

/** Returns a function that uploads a release, and the bytes that were sent so far; null before that. */
function useReleaseUpload() {
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  const send = async (file: File) => {
    setSent(0)
    try {
      return await sendFile(systemUpdateRepositoryUpload, { query: { fileName: file.name } }, file, {
        type: 'application/octet-stream',
        onProgress: setSent,
        signal: leaving.signal,
      })
    } finally {
      setSent(null)
      void makeStale(client, systemUpdateRepositoryUpload.changes)
    }
  }
  return { send, sent }
}
