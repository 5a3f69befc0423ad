"""Metrics for Prometheus and traces for OpenTelemetry; their libraries are imported on use."""
