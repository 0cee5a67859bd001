// Prints the OpenAPI document of an accepted version of the API: `node contract/scripts/document.ts 2026081901.0.0`.
import { documentOf, FORMS } from '../src/earlier-documents.ts'
import { isSupportedVersion } from '../src/version.ts'

const version = process.argv[2] ?? null
if (version === null || !isSupportedVersion(version)) {
  console.error(`name an accepted version; each of these begins a form of its own: ${FORMS.join(', ')}`)
  process.exitCode = 2
} else console.log(JSON.stringify(documentOf(version), null, 2))
