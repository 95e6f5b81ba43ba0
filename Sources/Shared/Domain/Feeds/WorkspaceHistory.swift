/// One course of a server's data: see `HistoryID`.
public enum WorkspaceHistory {}
