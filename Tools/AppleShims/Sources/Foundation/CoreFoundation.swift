import Foundation

// Core Foundation's types are Swift's own here: casts between them are none.
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject
public typealias CFData = Data
public typealias CFMutableData = NSMutableData
