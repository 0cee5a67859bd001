import { storedJson } from '../kit/base/stored-json.ts'
import { contract } from '@granary/contract/contract.ts'
import { MAX_RELEASE_BYTES } from '@granary/domain/releases.ts'
import { handlers } from '../kinds/handler.ts'
import { currentTarget, tufRepo, tufRepoView } from '../kinds/system-update.ts'
import { answer } from '../kit/request/answer.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { tooLarge } from '../kit/request/body.ts'
import { ApiError, conflict, notFound } from '../kit/base/errors.ts'
import type { ReceivedRelease } from '../kit/base/release-files.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { releasePage } from './release-page.ts'
import { releaseFilesOf, withRefusals } from './release-files.ts'
import { releaseWith, sameRelease, storeRelease } from './store-release.ts'

export const releaseHandlers = handlers({
  systemUpdateRepositoryList: (context, { query }) => releasePage(context, query),

  systemUpdateRepositoryView: async (context, { path }) => {
    const row = await releaseWith(context, path.systemVersion)
    if (!row) throw notFound('tuf-repo', { name: path.systemVersion })
    return tufRepoView(row)
  },

  // Runs outside a transaction because it reads a folder.
  systemUpdateSpaceView: {
    raw: async ({ db, services: { releases } }) => {
      const rows = await db.selectFrom('tuf_repo').select('hash').execute()
      const sizes = await releases?.sizes()
      // A release that was just deleted may still have its file.
      const used = rows.reduce((sum, { hash }) => sum + (sizes?.get(hash) ?? 0), 0)
      return answer(contract.systemUpdateSpaceView, { used, limit: releases?.limit ?? 0 })
    },
  },

  // Runs outside a transaction because the upload takes its time.
  systemUpdateRepositoryUpload: {
    raw: async (context, { query, body }, request) => {
      const files = releaseFilesOf(context)
      const announced = Number(request.headers.get('content-length')) || undefined
      if (announced && announced > MAX_RELEASE_BYTES) throw tooLarge(MAX_RELEASE_BYTES)
      const roots = await context.db.selectFrom('updates_trust_root').select('root_role').execute()
      const documents = roots.map(({ root_role }) => storedJson<unknown>(root_role))
      const release = await withRefusals(() => files.receive(body, documents, announced))
      try {
        // The file is kept before the row exists: a file without a row is harmless, a row without a file is not.
        await inTransaction(context, (inner) => sameRelease(inner, release))
      } catch (error) {
        await release.discard()
        throw error
      }
      await release.keep()
      const { row, status } = await store(context, release, query.fileName)
      return answer(contract.systemUpdateRepositoryUpload, { repo: tufRepoView(row), status })
    },
  },

  // Runs outside a transaction because it deletes the file afterwards.
  systemUpdateRepositoryDelete: {
    raw: async (context, { path: { systemVersion } }) => {
      const { hash } = await inTransaction(context, async (inner) => {
        const row = await releaseWith(inner, systemVersion)
        if (!row) throw notFound('tuf-repo', { name: systemVersion })
        if ((await currentTarget(inner))?.version === systemVersion)
          throw conflict(`release ${systemVersion} is the target release, and cannot be deleted`)
        await tufRepo.remove(inner, { row, scope: fleet })
        return row
      })
      await context.services.releases?.remove(hash)
      return new Response(null, { status: 204 })
    },
  },
})

/** Stores a release whose file is kept, or finds it. Another server may have stored its version since the first look. */
async function store(context: OuterContext, release: ReceivedRelease, fileName: string) {
  try {
    return await inTransaction(context, async (inner) => {
      const existing = await sameRelease(inner, release)
      if (existing) return { row: existing, status: 'already_exists' as const }
      return { row: await storeRelease(inner, release, fileName), status: 'inserted' as const }
    })
  } catch (error) {
    // After any other error the file may be needed: the next start finds out.
    if (error instanceof ApiError && error.status === 409)
      await context.services.releases?.remove(release.hash)
    throw error
  }
}
