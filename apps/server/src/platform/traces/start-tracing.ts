/** Sends traces to an OpenTelemetry collector; loaded only if one is set. */
import { createRequire } from 'node:module'
import { context, propagation, type Span, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../version.ts'
import { tracing } from './spans.ts'

/** Addresses of webhooks contain keys, so a span names the server only. */
const hideAddress = (span: Span): void => {
  for (const name of ['url.full', 'url.path', 'url.query']) span.setAttribute(name, 'hidden')
}

/** Prepared statements have hashes as names. */
const nameByVerb = (span: Span, { query }: { readonly query: { readonly text: string } }): void => {
  span.updateName((/\w+/.exec(query.text)?.[0] ?? 'statement').toUpperCase())
}

/**
 * Spans of statements and outgoing calls begin within another span only: polls of the worker are no traces.
 * Headers and time-outs of the exporter come from its own settings, OTEL_EXPORTER_OTLP_….
 * @param endpoint address of the collector, such as http://127.0.0.1:4318
 * @returns sends what is left, and stops
 */
export const startTracing = (endpoint: string): (() => Promise<void>) => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? 'wellkept',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  tracing.on = true
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const stop = registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new PgInstrumentation({ requireParentSpan: true, requestHook: nameByVerb }),
      new HttpInstrumentation({
        disableIncomingRequestInstrumentation: true,
        requireParentforOutgoingSpans: true,
        requestHook: hideAddress,
      }),
      new UndiciInstrumentation({ requireParentforSpans: true, requestHook: hideAddress }),
    ],
  })
  // The instrumentations patch what is required, and the service imports.
  const require = createRequire(import.meta.url)
  for (const name of ['pg', 'http', 'https']) require(name)
  return async () => {
    stop()
    await provider.shutdown()
  }
}
